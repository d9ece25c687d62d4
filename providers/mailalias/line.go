package mailalias

import (
	"fmt"
	"strings"

	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

// parse parses the line of an alias. It rejects a line that begins with a space or does
// not contain a name.
func parse(line string) (parsedfile.Record, bool) {
	name, rest, found := cut(line)
	if !found || name == "" || name[0] == '#' || goesOn(line) {
		return parsedfile.Record{}, false
	}
	var r parsedfile.Record
	r.Set("name", value.Str(name))
	if file, ok := included(rest); ok {
		r.Set("file", value.Str(file))
		return r, true
	}
	r.Set("recipient", value.Strs(recipients(rest)...))
	return r, true
}

// cut splits at the first colon outside of double quotes.
func cut(line string) (name, rest string, found bool) {
	quoted := false
	for i, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			return strings.TrimSpace(line[:i]), strings.TrimSpace(line[i+1:]), true
		}
	}
	return "", "", false
}

// included returns the file after :include:.
func included(rest string) (string, bool) {
	inner, ok := strings.CutPrefix(rest, ":")
	word, file, found := strings.Cut(inner, ":")
	return strings.TrimSpace(file), ok && found && strings.TrimSpace(word) == "include"
}

// recipients splits at commas outside of double quotes, and removes the quotes.
func recipients(text string) []string {
	list := []string{}
	quotes := strings.Count(text, `"`)
	start := 0
	for i, c := range text {
		switch {
		case c == '"':
			quotes--
		case c == ',' && quotes%2 == 0:
			list = append(list, bare(text[start:i]))
			start = i + 1
		}
	}
	if last := bare(text[start:]); last != "" || len(list) == 0 {
		list = append(list, last)
	}
	return list
}

func bare(text string) string {
	text = strings.TrimSpace(text)
	if text != "" && strings.ContainsRune(`'"`, rune(text[0])) {
		text = text[1:]
	}
	if n := len(text); n > 0 && strings.ContainsRune(`'"`, rune(text[n-1])) {
		text = text[:n-1]
	}
	return text
}

var unusual = lazyre.New(`[^-+\w@.]`)

// write quotes each recipient with characters other than letters, digits and -+@._
func write(r parsedfile.Record) (string, error) {
	name := r.Text("name")
	if file := r.Text("file"); file != "" {
		return name + ": :include: " + file, nil
	}
	list := r.Get("recipient").Items()
	if len(list) == 0 {
		return "", fmt.Errorf("an alias needs a recipient or a file")
	}
	parts := make([]string, len(list))
	for i, to := range list {
		parts[i] = to.Text()
		if unusual.MatchString(parts[i]) {
			parts[i] = `"` + parts[i] + `"`
		}
	}
	text := name + ": " + strings.Join(parts, ",")
	if strings.Contains(text, "\n") {
		return "", fmt.Errorf("%q contains a line break", text)
	}
	return text, nil
}
