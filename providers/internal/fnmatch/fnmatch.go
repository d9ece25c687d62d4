// Package fnmatch matches names against shell patterns.
//
// Match follows Ruby's File.fnmatch for names without a slash (see fnmatch(3)):
// *, ?, sets in brackets and backslashes. An unclosed set never matches. The
// time is at most proportional to the length of the pattern times the length of
// the name. The types file (ignore) and tidy (matches) use it.
package fnmatch

import (
	"strings"
	"unicode/utf8"
)

// Match reports whether a pattern matches a whole name. * matches any text, ?
// a character, [a-z], [!a-z] and [^a-z] a character of a set, and \ quotes the
// next character. Unless dots is true, a name that begins with a dot matches
// only a pattern that begins with a dot.
func Match(pattern, name string, dots bool) bool {
	if !dots && strings.HasPrefix(name, ".") && !strings.HasPrefix(strings.TrimPrefix(pattern, `\`), ".") {
		return false
	}
	return match(pattern, name)
}

// Any reports whether any pattern matches.
func Any(patterns []string, name string, dots bool) bool {
	for _, p := range patterns {
		if Match(p, name, dots) {
			return true
		}
	}
	return false
}

// match backtracks only to the last star, because it can match every text that
// an earlier star could match in addition.
func match(pattern, name string) bool {
	star, retry := "", ""
	starred := false
	for name != "" || pattern != "" {
		if strings.HasPrefix(pattern, "*") {
			pattern = pattern[1:]
			star, retry, starred = pattern, name, true
			continue
		}
		if rest, left, ok := one(pattern, name); ok {
			pattern, name = rest, left
			continue
		}
		if !starred || retry == "" {
			return false
		}
		_, size := utf8.DecodeRuneInString(retry)
		retry = retry[size:]
		pattern, name = star, retry
	}
	return true
}

// one matches the first character of the name with the beginning of the
// pattern.
func one(pattern, name string) (rest, left string, ok bool) {
	if pattern == "" || name == "" {
		return "", "", false
	}
	r, size := utf8.DecodeRuneInString(name)
	switch pattern[0] {
	case '?':
		return pattern[1:], name[size:], true
	case '[':
		rest, ok := bracket(pattern[1:], r)
		return rest, name[size:], ok
	case '\\':
		if len(pattern) > 1 {
			pattern = pattern[1:]
		}
	}
	p, n := utf8.DecodeRuneInString(pattern)
	return pattern[n:], name[size:], p == r && pattern[:n] == name[:size]
}

// bracket matches a character with a set without its opening bracket. An
// unclosed set never matches.
func bracket(set string, r rune) (rest string, ok bool) {
	not := strings.HasPrefix(set, "!") || strings.HasPrefix(set, "^")
	if not {
		set = set[1:]
	}
	for set != "" && set[0] != ']' {
		var from, to rune
		from, set = next(set)
		to = from
		if len(set) > 1 && set[0] == '-' && set[1] != ']' {
			to, set = next(set[1:])
		}
		ok = ok || from <= r && r <= to
	}
	if set == "" {
		return "", false
	}
	return set[1:], ok != not
}

func next(set string) (rune, string) {
	if len(set) > 1 && set[0] == '\\' {
		set = set[1:]
	}
	r, size := utf8.DecodeRuneInString(set)
	return r, set[size:]
}
