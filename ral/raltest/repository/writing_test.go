package repository

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// difficultWords make prose difficult if there are many: most of them replace a noun that
// the reader then has to guess, or the verb that an engineer would use.
var difficultWords = []string{
	"what", "whatever", "whoever", "whose", "nobody", "somebody", "one", "ones", "nothing", "none", "else", "own", "another", "others",
	"those", "such", "say", "says", "said", "tell", "tells", "told", "ask", "asks", "asked", "nor", "too", "itself", "beside", "besides",
	"of it", "of them", "of which", "over there", "there is", "there are", "is no", "has no", "have no",
}

// ceilings are the largest rates of difficult words per 1,000 words: the reached ones,
// rounded up to the next half. Lower a ceiling when the rate falls. Projects that are known for clear texts have 4 to 7 in documents, 7 to 15 in
// comments, and 7 to 8 in strings.
var ceilings = map[string]float64{"documents": 4.5, "comments": 6, "strings": 5.5}

var (
	difficultPattern = regexp.MustCompile(`(?i)\b(?:` + strings.Join(difficultWords, "|") + `)\b`)
	wordPattern      = regexp.MustCompile(`[A-Za-z'’]+`)
	indentedCode     = regexp.MustCompile(`(?m)^(?: {4}|\t).*$`)
	commentLine      = regexp.MustCompile(`(?m)^\s*//(.*)$`)
	stringLiteral    = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"|` + "`([^`]*)`")
)

// prose is the text of one kind in a file.
type prose struct {
	kind, file       string
	words, difficult int
}

func (p prose) rate() float64 { return 1000 * float64(p.difficult) / float64(max(p.words, 1)) }

func proseOf(kind, file, text string) prose {
	return prose{kind, file, len(wordPattern.FindAllString(text, -1)), len(difficultPattern.FindAllString(text, -1))}
}

// TestWriting measures the rate of difficult words in the documents except for code and
// the changelog, in the comments of the code except for tests, and in its strings of four
// words or more, which are messages, help and screens.
func TestWriting(t *testing.T) {
	inTop(t)
	var all []prose
	for _, page := range documents(t) {
		if page != "CHANGELOG.md" {
			text := codePattern.ReplaceAllString(read(t, page), "X")
			all = append(all, proseOf("documents", page, indentedCode.ReplaceAllString(text, "")))
		}
	}
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") || strings.HasPrefix(file, ".ci") {
			continue
		}
		comments, texts := "", ""
		for _, m := range commentLine.FindAllStringSubmatch(read(t, file), -1) {
			if !strings.HasPrefix(m[1], "go:") {
				comments += m[1] + "\n"
			}
		}
		for _, m := range stringLiteral.FindAllStringSubmatch(read(t, file), -1) {
			if text := m[1] + m[2]; len(strings.Fields(text)) >= 4 {
				texts += text + "\n"
			}
		}
		all = append(all, proseOf("comments", file, comments), proseOf("strings", file, texts))
	}
	slices.SortFunc(all, func(a, b prose) int { return cmp.Compare(b.rate(), a.rate()) })
	for kind, ceiling := range ceilings {
		total := prose{kind: kind}
		worst := ""
		for _, p := range all {
			if p.kind != kind {
				continue
			}
			total.words += p.words
			total.difficult += p.difficult
			if p.words > 150 && strings.Count(worst, "\n") < 5 {
				worst += fmt.Sprintf("%.1f %s\n", p.rate(), p.file)
			}
		}
		t.Logf("%s: %.2f difficult words per 1,000, at most %g", kind, total.rate(), ceiling)
		if total.rate() > ceiling || total.words == 0 {
			t.Errorf("%s: %.2f difficult words per 1,000 of %d, at most %g. Rewrite the sentences. The most have\n%s", kind, total.rate(), total.words, ceiling, worst)
		}
	}
}
