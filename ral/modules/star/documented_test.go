package star_test

import (
	"os"
	"path/filepath"
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
	regexp.MustCompile(`\{"([a-z_]+)", &h\.`),
	regexp.MustCompile(`range \[\]string\{"(getters)", "(setters)", "(methods)"\}`),
}

// named is the pattern for the attributes of an object in the sources.
var named = regexp.MustCompile(`(?s)AttrNames\(\) \[\]string \{\n[^}]*?\{([^}]*)\}`)

// Every builtin, its arguments, and the attributes of hook arguments are
// documented.
func TestEveryWordIsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/modules.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, code := range regexp.MustCompile("(?s)```.*?```|`[^`]*`").FindAllString(string(doc), -1) {
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
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
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
			t.Errorf("%s (%s) is not in docs/modules.md", word, where)
		}
	}
}
