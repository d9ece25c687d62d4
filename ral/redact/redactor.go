package redact

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Redactor knows the secret texts of one run. What is acted with never passes
// it; all that is told does. It is safe for concurrent use, and the zero
// Redactor knows nothing yet.
type Redactor struct {
	mu    sync.RWMutex
	known map[string]bool
	texts []string        // as they may stand in a text, the longest first
	words map[string]bool // too short to be looked for within a text
}

// guessable is the length up to which a text is not struck out of others: it
// would be found everywhere. It is struck out where it stands alone.
const guessable = 3

// A secret of several lines comes back line by line where a tool repeats it.
// Lines that are shorter than telling occur anywhere.
const (
	telling  = 8
	maxLines = 1000
)

// Learn learns what is secret: texts and numbers, and those in lists and maps.
// A symbol is a word of the type's own and no secret.
func (red *Redactor) Learn(v value.Value) {
	v = v.Reveal()
	for _, item := range v.Items() {
		red.Learn(item)
	}
	for _, p := range v.Pairs() {
		red.Learn(p.Key)
		red.Learn(p.Value)
	}
	switch v.Kind() {
	case value.Integer, value.Float:
		red.LearnText(v.Text())
	case value.String:
		red.LearnText(v.Raw())
		red.learnLines(strings.TrimSpace(v.Raw()))
	}
}

func (red *Redactor) learnLines(text string) {
	red.LearnText(text)
	if !strings.Contains(text, "\n") {
		return
	}
	lines := strings.Split(text, "\n")
	for _, line := range lines[:min(len(lines), maxLines)] {
		if line = strings.TrimSpace(line); len(line) >= telling {
			red.LearnText(line)
		}
	}
}

// LearnText learns one text, as a whole.
func (red *Redactor) LearnText(text string) {
	red.mu.Lock()
	defer red.mu.Unlock()
	if text == "" || text == value.Redacted || red.known[text] {
		return
	}
	if red.known == nil {
		red.known, red.words = make(map[string]bool), make(map[string]bool)
	}
	red.known[text] = true
	if len(text) <= guessable {
		red.words[text] = true
		return
	}
	for _, form := range forms(text) {
		at, known := slices.BinarySearchFunc(red.texts, form, func(a, b string) int {
			return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
		})
		if !known {
			red.texts = slices.Insert(red.texts, at, form)
		}
	}
}

// forms are a text and how it is written by those who quote it.
func forms(text string) []string {
	inner := func(quoted string) string { return quoted[1 : len(quoted)-1] }
	list := []string{text, inner(strconv.Quote(text)), inner(value.Quote(text)), host.ShellQuote(text)}
	if encoded, err := json.Marshal(text); err == nil {
		list = append(list, inner(string(encoded)))
	}
	return list
}

// Empty reports whether nothing is secret.
func (red *Redactor) Empty() bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return len(red.known) == 0
}

// Holds reports whether a secret stands in a text, or is the text.
func (red *Redactor) Holds(text string) bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return red.words[text] || slices.ContainsFunc(red.texts, func(s string) bool { return strings.Contains(text, s) })
}

// Text is a text without the secrets.
func (red *Redactor) Text(text string) string {
	red.mu.RLock()
	defer red.mu.RUnlock()
	if red.words[text] {
		return value.Redacted
	}
	for _, s := range red.texts {
		if len(s) <= len(text) {
			text = strings.ReplaceAll(text, s, value.Redacted)
		}
	}
	return text
}

// Texts are texts without the secrets.
func (red *Redactor) Texts(texts []string) []string {
	if !slices.ContainsFunc(texts, red.Holds) {
		return texts
	}
	clean := make([]string, len(texts))
	for i, text := range texts {
		clean[i] = red.Text(text)
	}
	return clean
}

func (red *Redactor) bytes(data []byte) []byte {
	if !red.Holds(string(data)) {
		return data
	}
	return []byte(red.Text(string(data)))
}
