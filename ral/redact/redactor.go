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
// it; all that is reported does. It is safe for concurrent use, and the zero
// Redactor knows nothing yet.
type Redactor struct {
	mu      sync.RWMutex
	known   map[string]bool
	texts   []string        // as they may stand in a text, the longest first
	words   map[string]bool // too short to be looked for within a text
	earlier map[string]bool // of texts and words: secrets of an earlier run, and not declared by this one
	paths   map[string]bool // files that hold a secret of an earlier run
}

// guessable is the length up to which a text is not struck out of others: it
// would be found everywhere. It is struck out where it is a word of its own.
const guessable = 3

// A secret of several lines comes back line by line where a tool repeats it.
// Lines that are shorter than telling occur anywhere.
const (
	telling  = 8
	maxLines = 1000
)

// Learn learns what is secret: texts and numbers, and those in lists and maps.
// A symbol is a word of the type's own and no secret.
//
// Of NAME=VALUE, as a variable of the environment is declared, the value is a secret
// too: a command that prints it does so without the name.
func (red *Redactor) Learn(v value.Value) {
	eachText(v, func(text string) {
		red.LearnText(text)
		red.learnLines(strings.TrimSpace(text))
		if name, value, ok := strings.Cut(text, "="); ok && isVariable(name) {
			red.learnLines(strings.TrimSpace(value))
		}
	})
}

// isVariable reports whether a text can be the name of a variable of the environment.
func isVariable(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// eachText calls fn with each text and number of a value.
func eachText(v value.Value, fn func(text string)) {
	v = v.Reveal()
	for _, item := range v.Items() {
		eachText(item, fn)
	}
	for _, p := range v.Pairs() {
		eachText(p.Key, fn)
		eachText(p.Value, fn)
	}
	switch v.Kind() {
	case value.Integer, value.Float:
		fn(v.Text())
	case value.String:
		fn(v.Raw())
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
func (red *Redactor) LearnText(text string) { red.learn(text, guessable, false) }

// LearnEarlier learns what an earlier run put on the host as a secret. It lasts from
// run to run, so that what is shorter than telling is struck out only where it is
// alone.
func (red *Redactor) LearnEarlier(v value.Value) {
	eachText(v, func(text string) { red.learn(text, telling-1, true) })
}

// HideFile learns that a file holds a secret of an earlier run, and what it holds:
// acts do not show its content, and a value that is one of its lines is a secret.
func (red *Redactor) HideFile(path, content string) {
	red.mu.Lock()
	if red.paths == nil {
		red.paths = make(map[string]bool)
	}
	red.paths[path] = true
	red.mu.Unlock()
	red.LearnEarlier(value.Str(content))
	lines := strings.Split(content, "\n")
	for _, line := range lines[:min(len(lines), maxLines)] {
		if line = strings.TrimSpace(line); len(line) >= telling {
			red.learn(line, len(line), true)
		}
	}
}

// HidesFile reports whether a file held a secret of an earlier run when this one
// was planned.
func (red *Redactor) HidesFile(path string) bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return red.paths[path]
}

// learn learns a text; one of at most alone bytes is not looked for within others.
func (red *Redactor) learn(text string, alone int, earlier bool) {
	red.mu.Lock()
	defer red.mu.Unlock()
	if was, known := red.known[text]; text == "" || text == value.Redacted || known && (earlier || !was) {
		return
	}
	if red.known == nil {
		red.known, red.words, red.earlier = make(map[string]bool), make(map[string]bool), make(map[string]bool)
	}
	red.known[text] = earlier
	mark := func(text string) {
		if delete(red.earlier, text); earlier {
			red.earlier[text] = true
		}
	}
	if len(text) <= alone {
		red.words[text] = true
		mark(text)
		return
	}
	for _, form := range forms(text) {
		at, known := slices.BinarySearchFunc(red.texts, form, func(a, b string) int {
			return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
		})
		if !known {
			red.texts = slices.Insert(red.texts, at, form)
		}
		if !known || !earlier {
			mark(form)
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

// Holds reports whether a secret is in a text, or is the text.
func (red *Redactor) Holds(text string) bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return red.words[text] || slices.ContainsFunc(red.texts, func(s string) bool { return strings.Contains(text, s) })
}

// HoldsDeclared is Holds of the secrets that this run declares, or found of what it
// declares.
func (red *Redactor) HoldsDeclared(text string) bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return red.words[text] && !red.earlier[text] ||
		slices.ContainsFunc(red.texts, func(s string) bool { return !red.earlier[s] && strings.Contains(text, s) })
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
