package model

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Editor returns the command line of the user's editor as words, with the full
// path of the program: VISUAL, otherwise EDITOR, otherwise vi or nano. Quotes and
// backslashes group words as in a shell, but no shell runs the command.
func (s *Session) Editor(ctx context.Context) ([]string, error) {
	rd := s.Env.Reader()
	for _, name := range []string{"VISUAL", "EDITOR"} {
		line := rd.Getenv(name)
		if strings.TrimSpace(line) == "" {
			continue
		}
		words, err := splitWords(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		found, err := rd.Find(ctx, words[0])
		if err != nil {
			return nil, fmt.Errorf("%s names %s: %w", name, words[0], err)
		}
		words[0] = found.Path
		return words, nil
	}
	for _, name := range []string{"vi", "nano"} {
		if found, err := rd.Find(ctx, name); err == nil {
			return []string{found.Path}, nil
		}
	}
	return nil, errors.New("no editor found: set VISUAL or EDITOR, or install vi or nano")
}

// splitWords splits a command line as a shell would without expansion: at
// blanks, with 'literal text', "text with \" and \\", and \ before a
// character.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	begun, escaped := false, false
	for _, r := range line {
		switch {
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteRune('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, begun = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if begun {
				words = append(words, word.String())
				word.Reset()
			}
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 || escaped {
		return nil, errors.New("a quote or a backslash is not terminated")
	}
	if begun {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("the command line names no program")
	}
	return words, nil
}
