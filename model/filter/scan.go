package filter

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type token struct {
	kind   tokenKind
	text   string
	quoted bool // a word in quotes
	at     int  // of its first character, from 1
}

type tokenKind int

const (
	tokenEnd tokenKind = iota
	tokenWord
	tokenOperator
	tokenOpen
	tokenClose
)

// apart are the characters that require quotes. A comma separates the targets of --on, and a +
// begins a hop.
const apart = ` ()=!<>~'",+`

func isKeyword(text string) bool { return text == "and" || text == "or" || text == "not" }

// scan returns the tokens of a filter, with an end token.
func scan(text string) ([]token, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("the filter is too long (%d bytes, at most %d)", len(text), maxText)
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		return nil, fmt.Errorf("the filter contains invalid UTF-8 or a control character")
	}
	var tokens []token
	for at := 0; at < len(text); {
		t := token{at: utf8.RuneCountInString(text[:at]) + 1}
		size, err := t.scan(text[at:])
		if err != nil {
			return nil, err
		}
		if at += size; t.kind != tokenEnd {
			tokens = append(tokens, t)
		}
	}
	return append(tokens, token{at: utf8.RuneCountInString(text) + 1}), nil
}

// scan reads a token from the beginning of a text, and returns its length in bytes. Blanks
// are a token without a kind.
func (t *token) scan(text string) (size int, err error) {
	switch c := text[0]; c {
	case ' ':
		return 1, nil
	case '(', ')':
		if t.kind = tokenOpen; c == ')' {
			t.kind = tokenClose
		}
		t.text = text[:1]
		return 1, nil
	case '\'', '"':
		inner, _, closed := strings.Cut(text[1:], text[:1])
		if !closed {
			return 0, fmt.Errorf("character %d: a quote is not closed", t.at)
		}
		t.kind, t.text, t.quoted = tokenWord, inner, true
		return len(inner) + 2, nil
	case ',':
		return 0, fmt.Errorf("character %d: a comma separates the targets of --on: put the value in quotes", t.at)
	case '+':
		return 0, fmt.Errorf("character %d: a + begins a hop: put the value in quotes", t.at)
	}
	for _, op := range operators {
		if strings.HasPrefix(text, string(op)) {
			t.kind, t.text = tokenOperator, string(op)
			return len(op), nil
		}
	}
	if text[0] == '!' {
		return 0, fmt.Errorf("character %d: expected != or the word not", t.at)
	}
	size = strings.IndexAny(text, apart)
	if size < 0 {
		size = len(text)
	}
	t.kind, t.text = tokenWord, text[:size]
	return size, nil
}
