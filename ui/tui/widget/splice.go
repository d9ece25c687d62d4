package widget

import (
	"slices"

	"ralsh/ui/safe"
)

// left and right move the cursor by a character.
func (f *Field) left() {
	if f.cursor > 0 {
		f.cursor--
		f.at -= len(f.parts[f.cursor])
	}
}

func (f *Field) right() {
	if f.cursor < len(f.parts) {
		f.at += len(f.parts[f.cursor])
		f.cursor++
	}
}

// splice replaces the characters between the cursor and another position with a
// text, and moves the cursor behind it. A combining mark joins the letter
// before it, so the neighbouring characters are split again. The other
// characters are not split again, because a value can be long.
func (f *Field) splice(to int, text string) {
	end := f.at
	for _, part := range f.parts[f.cursor:to] {
		end += len(part)
	}
	before, after := f.text[:f.at], f.text[end:]
	if !f.exact {
		f.fill(before+text, after)
		return
	}
	f.text = before + text + after
	behind := f.at + len(text)
	// The characters before the cursor do not affect the split of later
	// characters.
	first := max(0, f.cursor-1)
	begin := f.at
	if first < f.cursor {
		begin -= len(f.parts[first])
	}
	parts, same := resplit(f.text[begin:behind], f.parts[to:])
	f.parts = slices.Replace(f.parts, first, to+same, parts...)
	f.cursor, f.at = first, begin
	for f.at < behind {
		f.right()
	}
}

// resplit splits a text into characters. same is the number of following
// characters that join it and are therefore included.
func resplit(text string, follow []string) (parts []string, same int) {
	parts = safe.Graphemes(text)
	if len(parts) == 0 {
		return nil, 0
	}
	rest := parts[len(parts)-1]
	parts = parts[:len(parts)-1]
	for rest != "" {
		if same == len(follow) {
			return append(parts, safe.Graphemes(rest)...), same
		}
		next := rest + follow[same]
		one := safe.Graphemes(next)[0]
		if len(one) <= len(rest) {
			parts, rest = append(parts, one), rest[len(one):]
			continue
		}
		rest = next
		same++
		if one != next {
			parts, rest = append(parts, one), next[len(one):]
		}
	}
	return parts, same
}
