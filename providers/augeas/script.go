package augeas

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
)

// shapes contains the commands that change the tree, with their arguments: p for a path,
// v for a value. A v in brackets is optional.
var shapes = [...]struct{ name, words, as string }{
	{"set", "p[v]", "set"},
	{"setm", "pp[v]", "setm"},
	{"rm", "p", "rm"},
	{"remove", "p", "rm"},
	{"clear", "p", "clear"},
	{"clearm", "pp", "clearm"},
	{"touch", "p", "touch"},
	{"ins", "vvp", "ins"},
	{"insert", "vvp", "ins"},
	{"mv", "pp", "mv"},
	{"move", "pp", "mv"},
	{"rename", "pv", "rename"},
	{"defvar", "vp", "defvar"},
	{"defnode", "vp[v]", "defnode"},
}

// contextOf returns the prefix of relative paths.
func contextOf(r *ral.Resource) string {
	context := strings.TrimRight(r.Get("context").Text(), "/")
	if context == "" && r.Has("incl") {
		context = "/files" + r.Get("incl").Text()
	}
	return context
}

// script returns the changes as a script for augtool, a command per line, and their
// paths.
func script(r *ral.Resource) (lines, paths []string, err error) {
	for _, el := range r.Get("changes").Elements() {
		for line := range strings.Lines(el.Text()) {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			command, in, err := change(line, contextOf(r))
			if err != nil {
				return nil, nil, fmt.Errorf("changes: %w", err)
			}
			lines, paths = append(lines, command), append(paths, in...)
		}
	}
	return lines, paths, nil
}

// change returns a command with full paths and quoted words, and its paths.
func change(line, context string) (text string, paths []string, err error) {
	verb, rest, _ := strings.Cut(line, " ")
	for _, s := range shapes {
		if s.name != verb {
			continue
		}
		kinds, optional, _ := strings.Cut(strings.TrimSuffix(s.words, "]"), "[")
		last := kinds + optional
		text = s.as
		for i := range last {
			// A value at the end may contain spaces.
			word, after, err := nextWord(rest, last[i] == 'v' && i == len(last)-1 && optional != "")
			if err != nil {
				return "", nil, fmt.Errorf("%q: %w", line, err)
			}
			rest = after
			if word == nil {
				if i < len(kinds) {
					return "", nil, fmt.Errorf("%q: %s needs %d arguments", line, verb, len(kinds))
				}
				break
			}
			full := *word
			if last[i] == 'p' {
				if full, err = fullPath(full, context, s.name == "setm" && i == 1 || s.name == "clearm" && i == 1); err != nil {
					return "", nil, fmt.Errorf("%q: %w", line, err)
				}
				paths = append(paths, full)
			}
			quoted, err := quote(full)
			if err != nil {
				return "", nil, fmt.Errorf("%q: %w", line, err)
			}
			text += " " + quoted
		}
		if strings.TrimSpace(rest) != "" {
			return "", nil, fmt.Errorf("%q: unexpected argument %q", line, strings.TrimSpace(rest))
		}
		return text, paths, nil
	}
	return "", nil, fmt.Errorf("%q: unknown command %q", line, verb)
}

// fullPath adds the context before a relative path. It rejects a path that could lead to
// Augeas's settings, because a change there could disable noop. below means that the path
// is relative to a different argument.
func fullPath(path, context string, below bool) (string, error) {
	if strings.Contains(path, "augeas") || strings.Contains(path, "..") || strings.Contains(path, "|") || strings.Contains(path, "::") {
		return "", errors.New("a path cannot contain augeas, .., | or ::, because it could leave /files")
	}
	if below {
		return path, nil
	}
	if path == "" || path[0] != '/' && path[0] != '$' {
		if context == "" {
			return "", errors.New("a relative path needs the parameter context")
		}
		path = context + "/" + path
	}
	if path[0] == '/' && !strings.HasPrefix(path, "/files/") {
		return "", errors.New("only paths below /files can be changed")
	}
	return path, nil
}

// nextWord splits off the next word of a line: up to a space outside of
// brackets and quotes, or, if whole is set, the rest of the line without
// surrounding quotes. It returns nil at the end of the line.
func nextWord(line string, whole bool) (word *string, rest string, err error) {
	line = strings.TrimLeft(line, " \t")
	if line == "" {
		return nil, "", nil
	}
	if q := line[0]; q == '"' || q == '\'' {
		if end := strings.IndexByte(line[1:], q); end >= 0 && (end+2 == len(line) || line[end+2] == ' ' || line[end+2] == '\t') {
			text := line[1 : end+1]
			return &text, line[end+2:], nil
		}
	}
	if whole {
		text := strings.TrimRight(line, " \t")
		return &text, "", nil
	}
	depth, quoted := 0, byte(0)
	for i := range len(line) {
		switch c := line[i]; {
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case depth > 0 && (c == '"' || c == '\''):
			quoted = c
		case c == '[':
			depth++
		case c == ']':
			depth--
		case (c == ' ' || c == '\t') && depth <= 0:
			text := line[:i]
			return &text, line[i:], nil
		}
	}
	if depth > 0 || quoted != 0 {
		return nil, "", errors.New("a bracket or a quote is not closed")
	}
	return &line, "", nil
}

// quote quotes a word with the kind of quotes that it does not contain, because
// augtool has no escape for both.
func quote(word string) (string, error) {
	switch {
	case word == "":
		return "''", nil
	case strings.ContainsAny(word, "\n\r\x00"):
		return "", errors.New("an argument contains a line break")
	case !strings.Contains(word, "'") && !strings.HasSuffix(word, `\`):
		return "'" + strings.ReplaceAll(word, `\`, `\\`) + "'", nil
	case !strings.Contains(word, `"`):
		return `"` + strings.ReplaceAll(word, `\`, `\\`) + `"`, nil
	}
	return "", errors.New("augtool does not support an argument with single and double quotes")
}
