package redact

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Redactor stores the secret texts of a run. All output passes it, but no action on the
// host does. It is safe for concurrent use. The zero Redactor has no secrets.
type Redactor struct {
	mu      sync.RWMutex
	known   map[string]bool
	texts   []string        // forms of the secrets, the longest first
	words   map[string]bool // too short to be replaced within a text
	earlier map[string]bool // of texts and words: secrets of an earlier run that this run does not declare
	paths   map[string]bool // files that contain a secret of an earlier run
}

// guessable is the length up to which a text is not replaced within longer texts,
// because it would occur everywhere. It is replaced only as a whole text.
const guessable = 3

// A multi-line secret is also matched line by line, because tools repeat single
// lines. Lines shorter than telling occur anywhere.
const (
	telling  = 8
	maxLines = 1000
)

// Learn adds a secret value: strings and numbers, also in lists and maps. A symbol is a
// word of the language and not a secret.
//
// For NAME=VALUE, an environment variable, Learn also adds the value, because a command
// may print it without the name.
func (red *Redactor) Learn(v value.Value) {
	eachText(v, func(text string) {
		red.LearnText(text)
		red.learnLines(strings.TrimSpace(text))
		if name, value, ok := strings.Cut(text, "="); ok && isVariable(name) {
			red.learnLines(strings.TrimSpace(value))
		}
	})
}

// isVariable reports whether a text is a valid name of an environment variable.
func isVariable(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// eachText calls fn with each string and number of a value.
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

// LearnText adds a text as a whole.
func (red *Redactor) LearnText(text string) { red.learn(text, guessable, false) }

// LearnEarlier adds a secret that an earlier run wrote to the host. It stays
// known in all later runs, so a text shorter than telling is replaced only as a
// whole.
func (red *Redactor) LearnEarlier(v value.Value) {
	eachText(v, func(text string) { red.learn(text, telling-1, true) })
}

// LearnHidden adds a value that is hidden and not declared as a secret, such as the
// content of a file with show_diff => false. HoldsDeclared does not count it.
func (red *Redactor) LearnHidden(v value.Value) {
	eachText(v, red.learnEarlierLines)
}

// learnEarlierLines adds a text, and its lines that are long enough.
func (red *Redactor) learnEarlierLines(text string) {
	red.LearnEarlier(value.Str(text))
	lines := strings.Split(text, "\n")
	for _, line := range lines[:min(len(lines), maxLines)] {
		if line = strings.TrimSpace(line); len(line) >= telling {
			red.learn(line, len(line), true)
		}
	}
}

// HideFile adds a file that contains a secret of an earlier run, with its content: acts
// do not show it, and a value that equals a line of it is a secret.
func (red *Redactor) HideFile(path, content string) {
	red.mu.Lock()
	if red.paths == nil {
		red.paths = make(map[string]bool)
	}
	red.paths[path] = true
	red.mu.Unlock()
	red.learnEarlierLines(content)
}

// HidesFile reports whether a file contained a secret of an earlier run when this run
// was planned.
func (red *Redactor) HidesFile(path string) bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return red.paths[path]
}

// learn adds a text. A text of at most alone bytes is not replaced within longer texts.
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

// forms returns a text with its quoted forms.
func forms(text string) []string {
	inner := func(quoted string) string { return quoted[1 : len(quoted)-1] }
	list := []string{text, inner(strconv.Quote(text)), inner(value.Quote(text)), host.ShellQuote(text)}
	if encoded, err := json.Marshal(text); err == nil {
		list = append(list, inner(string(encoded)))
	}
	return list
}

// Empty reports whether no secrets are known.
func (red *Redactor) Empty() bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return len(red.known) == 0
}

// Holds reports whether a text is or contains a secret.
func (red *Redactor) Holds(text string) bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	if red.words[text] {
		return true
	}
	at, _ := slices.BinarySearchFunc(red.texts, len(text), func(s string, n int) int { return cmp.Compare(n, len(s)) })
	return slices.ContainsFunc(red.texts[at:], func(s string) bool { return strings.Contains(text, s) })
}

// HoldsDeclared is Holds for the secrets that this run declares, or that are
// current values of its resources.
func (red *Redactor) HoldsDeclared(text string) bool {
	red.mu.RLock()
	defer red.mu.RUnlock()
	return red.words[text] && !red.earlier[text] ||
		slices.ContainsFunc(red.texts, func(s string) bool { return !red.earlier[s] && strings.Contains(text, s) })
}

// Text returns a text without secrets.
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

// Texts returns texts without secrets.
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

// Act returns an act without secrets. It does not show content with a secret, and not
// the content of a file that contained a secret.
func (red *Redactor) Act(a host.Act) host.Act {
	a.Secret = a.Secret || red.HidesFile(a.Path) || red.HidesFile(a.Real)
	for _, data := range []*[]byte{&a.Stdin, &a.Before, &a.After} {
		a.Secret = a.Secret || red.Holds(string(*data))
		*data = red.bytes(*data)
	}
	for _, text := range []*string{&a.Path, &a.Target, &a.Dir, &a.Check} {
		*text = red.Text(*text)
	}
	a.Args = red.Texts(a.Args)
	if red.Holds(a.String()) {
		_, rest := a.Words(host.PlainSizes)
		a.ShownArgs = red.Text(rest)
	}
	return a
}

// Result returns the result of a command without secrets.
func (red *Redactor) Result(res host.Result) host.Result {
	res.Path, res.Args = red.Text(res.Path), red.Texts(res.Args)
	res.Stdout, res.Stderr = red.bytes(res.Stdout), red.bytes(res.Stderr)
	return res
}

// Trace returns an event without secrets.
func (red *Redactor) Trace(t host.Trace) host.Trace {
	t.Command, t.Tool, t.Line = red.Text(t.Command), red.Text(t.Tool), red.Text(t.Line)
	t.Result, t.Err = red.Result(t.Result), red.Error(t.Err)
	return t
}

type contextKey struct{}

// Into returns a context in which Tell adds secrets to a redactor.
func Into(ctx context.Context, red *Redactor) context.Context {
	return context.WithValue(ctx, contextKey{}, red)
}

// Tell adds an undeclared secret that code generated to the redactor of a context.
// Without a redactor it does nothing.
func Tell(ctx context.Context, v value.Value) {
	if ctx == nil {
		return
	}
	if red, ok := ctx.Value(contextKey{}).(*Redactor); ok {
		red.Learn(v)
	}
}
