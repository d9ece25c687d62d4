package fleet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxHosts limits the hosts of an inventory and of a command.
const maxHosts = 10_000

// The limits of a word with ranges: its bytes, its brackets, and the digits of a number.
const (
	maxWord     = 512
	maxBrackets = 8
	maxDigits   = 9
)

// ExpandRanges returns the names of a word with ranges, in order: web[01-03], db[1,4-5], and
// Ansible's forms [01:03] and [a:c]. It keeps leading zeros.
func ExpandRanges(word string) ([]string, error) {
	if len(word) > maxWord || strings.Count(word, "[") > maxBrackets {
		return nil, fmt.Errorf("%.20q... is longer than %d bytes or has more than %d ranges", word, maxWord, maxBrackets)
	}
	names := []string{""}
	for word != "" {
		before, rest, ranged := strings.Cut(word, "[")
		if strings.Contains(before, "]") {
			return nil, fmt.Errorf("%q: a bracket is not opened", word)
		}
		parts := []string{""}
		if ranged {
			inner, after, closed := strings.Cut(rest, "]")
			if !closed {
				return nil, fmt.Errorf("%q: a bracket is not closed", word)
			}
			var err error
			if parts, err = expandList(inner); err != nil {
				return nil, err
			}
			rest = after
		}
		if len(parts) > maxHosts/len(names) {
			return nil, fmt.Errorf("%q is more than %d hosts", word, maxHosts)
		}
		var longer []string
		for _, name := range names {
			for _, part := range parts {
				longer = append(longer, name+before+part)
			}
		}
		names, word = longer, rest
	}
	return names, nil
}

// ExpandNames returns the names of words separated by commas: web[01-03],db1.
func ExpandNames(words string) (names []string, err error) {
	for _, word := range splitWords(words) {
		more, err := ExpandRanges(word)
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	return names, nil
}

// expandList expands the text between brackets.
func expandList(text string) (parts []string, err error) {
	for item := range strings.SplitSeq(text, ",") {
		first, last, ranged := strings.Cut(item, "-")
		if !ranged {
			first, last, ranged = strings.Cut(item, ":")
		}
		if !ranged {
			last = first
		}
		list, err := expandRange(first, last)
		if err != nil {
			return nil, err
		}
		if parts = append(parts, list...); len(parts) > maxHosts {
			return nil, fmt.Errorf("[%s] is more than %d hosts", text, maxHosts)
		}
	}
	return parts, nil
}

func expandRange(first, last string) (list []string, err error) {
	bad := fmt.Errorf("%q to %q is not a range: expected two numbers of the same width or two letters (example: [01-40])", first, last)
	if isLetter(first) && isLetter(last) && first <= last {
		for c := first[0]; c <= last[0]; c++ {
			list = append(list, string(rune(c)))
		}
		return list, nil
	}
	if !isNumber(first) || !isNumber(last) {
		return nil, bad
	}
	from, _ := strconv.Atoi(first) // at most nine digits
	to, _ := strconv.Atoi(last)
	padded := len(first) > 1 && first[0] == '0'
	switch {
	case from > to, padded && len(first) != len(last):
		return nil, bad
	case to-from >= maxHosts:
		return nil, fmt.Errorf("[%s-%s] is more than %d hosts", first, last, maxHosts)
	}
	for n := from; n <= to; n++ {
		if padded {
			list = append(list, fmt.Sprintf("%0*d", len(first), n))
		} else {
			list = append(list, strconv.Itoa(n))
		}
	}
	return list, nil
}

func isNumber(text string) bool {
	return text != "" && len(text) <= maxDigits && strings.Trim(text, "0123456789") == ""
}

func isLetter(text string) bool {
	return len(text) == 1 && (text[0] >= 'a' && text[0] <= 'z' || text[0] >= 'A' && text[0] <= 'Z')
}

// FoldRanges returns names in a short, sorted form that [ExpandRanges] expands: web[01-38]
// db1.
func FoldRanges(names []string) []string {
	count := make(map[place]int)
	for _, name := range names {
		for _, p := range places(name) {
			count[p.place]++
		}
	}
	numbers := make(map[place][]string)
	var words []string
	for _, name := range names {
		best := numbered{}
		for _, p := range places(name) {
			if count[p.place] > count[best.place] {
				best = p
			}
		}
		if count[best.place] > 1 {
			numbers[best.place] = append(numbers[best.place], best.number)
		} else {
			words = append(words, name)
		}
	}
	for p, list := range numbers {
		slices.Sort(list) // they have the same length
		words = append(words, p.before+foldNumbers(list)+p.after)
	}
	slices.Sort(words)
	return words
}

// place is a name without a number, which has a width in digits.
type place struct {
	before, after string
	width         int
}

type numbered struct {
	place
	number string
}

// places returns each number of a name, with the rest of the name. It does not split a name
// with brackets.
func places(name string) (all []numbered) {
	if strings.ContainsAny(name, "[]") {
		return nil
	}
	for i := 0; i < len(name); {
		end := i
		for end < len(name) && name[end] >= '0' && name[end] <= '9' {
			end++
		}
		if width := end - i; width > 0 && width <= maxDigits {
			all = append(all, numbered{place{name[:i], name[end:], width}, name[i:end]})
		}
		i = max(end, i+1)
	}
	return all
}

// foldNumbers folds sorted numbers of the same width: [01-03,07], or a single number without
// brackets.
func foldNumbers(numbers []string) string {
	numbers = slices.Compact(numbers)
	if len(numbers) == 1 {
		return numbers[0]
	}
	var parts []string
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && follows(numbers[end], numbers[end+1]) {
			end++
		}
		switch end {
		case i:
			parts = append(parts, numbers[i])
		default:
			parts = append(parts, numbers[i]+"-"+numbers[end])
		}
		i = end + 1
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func follows(a, b string) bool {
	first, _ := strconv.Atoi(a)
	second, _ := strconv.Atoi(b)
	return second == first+1
}
