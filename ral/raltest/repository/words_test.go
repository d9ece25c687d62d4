package repository

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// private matches unclear words that have plain replacements: "returns" for "tells",
// "is" for "stands", "no one" for "nobody". Their number may only fall.
var private = regexp.MustCompile(`is told|tells|of which|one that|in hand|stands|nobody`)

// gone matches words that must not be used any more.
var gone = regexp.MustCompile(`\bas ever\b|in the place of|\ball the same\b`)

const mostPrivate = 168

func TestPlainEnglish(t *testing.T) {
	inTop(t)
	lines := 0
	for _, path := range goFiles(t) {
		if strings.HasSuffix(path, "repository/words_test.go") {
			continue
		}
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(code)) {
			n++
			if private.MatchString(line) {
				lines++
			}
			if word := gone.FindString(line); word != "" {
				t.Errorf("%s:%d: %q", path, n, word)
			}
		}
	}
	if lines > mostPrivate {
		t.Errorf("%d lines have words of the list, %d had before", lines, mostPrivate)
	}
	t.Logf("%d lines of at most %d", lines, mostPrivate)
}
