package star_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"ralsh/ral/modules/star"
)

// given are the patterns for the arguments of builtins in the sources: an
// argument, a hook of a provider, a dict of hooks.
var given = []*regexp.Regexp{
	regexp.MustCompile(`"([a-z_]+)\?*", (?:&|\(\*)`),
	regexp.MustCompile(`\{Hook\{"([a-z_]+)", `),
	regexp.MustCompile(`string\{"(getters)", "(setters)", "(methods)"\}`),
}

// named is the pattern for the attributes of an object in the sources.
var named = regexp.MustCompile(`(?s)AttrNames\(\) \[\]string \{\n[^}]*?\{([^}]*)\}`)

// Every builtin, its arguments, and the attributes of hook arguments are
// documented.
func TestEveryWordIsDocumented(t *testing.T) {
	doc := reference(t)
	known := map[string]bool{}
	for _, code := range regexp.MustCompile("(?s)```.*?```|`[^`]*`").FindAllString(doc, -1) {
		for _, word := range regexp.MustCompile(`[a-z_][a-z0-9_]*`).FindAllString(code, -1) {
			known[word] = true
		}
	}
	words := map[string]string{}
	for name := range star.NewSpace().Predeclared() {
		if starlark.Universe[name] == nil {
			words[name] = "a word"
		}
	}
	var files []string
	for _, pattern := range []string{"*.go", "*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, pattern := range given {
			for _, found := range pattern.FindAllStringSubmatch(string(text), -1) {
				for _, name := range found[1:] {
					words[name] = file
				}
			}
		}
		for _, found := range named.FindAllStringSubmatch(string(text), -1) {
			for _, name := range regexp.MustCompile(`"([a-z_]+)"`).FindAllStringSubmatch(found[1], -1) {
				words[name[1]] = file
			}
		}
	}
	if len(words) < 150 {
		t.Errorf("only %d words were found", len(words))
	}
	for word, where := range words {
		if !known[word] {
			t.Errorf("%s (%s) is not in docs/modules-reference.md", word, where)
		}
	}
}

// reference returns docs/modules-reference.md.
func reference(t *testing.T) string {
	t.Helper()
	doc, err := os.ReadFile("../../../docs/modules-reference.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(doc)
}

// The table of the hooks has what each is given and returns.
func TestEveryHookIsDocumented(t *testing.T) {
	_, table, _ := strings.Cut(reference(t), "\n| hook of a provider |")
	table, _, _ = strings.Cut(table, "\n\n")
	documented := map[string]star.Hook{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || !strings.Contains(line, "`") {
			continue
		}
		given, returns := strings.Split(strings.TrimSpace(cells[2]), "; "), strings.TrimSpace(cells[3])
		if returns == "nothing" {
			returns = ""
		}
		for i, name := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(cells[1], -1) {
			args := strings.Split(given[min(i, len(given)-1)], ", ")
			documented[name[1]] = star.Hook{Name: name[1], Given: args, Returns: returns}
		}
	}
	for _, h := range star.Hooks() {
		if got := documented[h.Name]; !reflect.DeepEqual(got, h) {
			t.Errorf("the table has\n%+v\nand the hook is\n%+v", got, h)
		}
	}
}
