package kmod

import (
	"slices"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
)

// format accepts every line; statements parses them.
func format() *parsedfile.Format {
	return &parsedfile.Format{Lines: []parsedfile.Definition{{Name: "line", Match: lazyre.New(``)}}}
}

// statement is an instruction of modprobe.d(5), or a name in modules-load.d(5) with the
// verb load: the lines from at up to end.
type statement struct {
	verb, module string
	rest         []string
	at, end      int
}

// statements parses a file. A line of modprobe.d that ends in a backslash continues on
// the next line.
func statements(f *parsedfile.File, load bool) []statement {
	var list []statement
	lines := f.Lines()
	for at := 0; at < len(lines); at++ {
		text, from := lines[at].Text, at
		for !load && strings.HasSuffix(text, `\`) && at+1 < len(lines) {
			at++
			text = strings.TrimSuffix(text, `\`) + " " + lines[at].Text
		}
		words := strings.Fields(text)
		if load && len(words) > 0 {
			words = append([]string{"load"}, words...)
		}
		if len(words) < 2 || strings.ContainsAny(strings.TrimSpace(text)[:1], "#;") {
			continue
		}
		list = append(list, statement{words[0], nameOf(words[1]), words[2:], from, at + 1})
	}
	return list
}

func (s statement) is(verb, module string) bool { return s.verb == verb && s.module == module }

// without removes the statements with this verb and module.
func without(f *parsedfile.File, verb, module string) {
	for _, s := range slices.Backward(statements(f, verb == "load")) {
		if s.is(verb, module) {
			for at := s.end - 1; at >= s.at; at-- {
				f.Remove(at)
			}
		}
	}
}
