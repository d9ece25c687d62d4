package access

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/convert"
)

// declared is the result of command().
type declared struct {
	convert.InternalValue
	ral.Command
	env []string
}

// Declare implements command(binary, optional = False, looks = [["list"]], root
// = ["-R", "{root}"], env = {"KEY": "value"}).
func Declare(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var c ral.Command
	var looks *starlark.List
	var env *starlark.Dict
	if err := convert.Unpack(b.Name(), args, kwargs, "binary", &c.Binary, "optional?", &c.Optional, "looks?", &looks,
		"root?", (*convert.Texts)(&c.Root), "env?", &env); err != nil {
		return nil, err
	}
	variables, err := environment(b.Name(), env)
	if err != nil {
		return nil, err
	}
	if looks != nil {
		for el := range starlark.Elements(looks) {
			var words convert.Texts
			if err := words.Unpack(el); err != nil {
				return nil, fmt.Errorf("command: looks: %w", err)
			}
			if len(words) == 1 {
				if err := oneWord("looks", words[0]); err != nil {
					return nil, err
				}
			}
			c.Queries = append(c.Queries, words)
		}
	}
	for _, word := range c.Root {
		if err := oneWord("root", word); err != nil {
			return nil, err
		}
	}
	return declared{"command", c, variables}, nil
}

// oneWord returns an error for a command line that was written as a single argument,
// because a call never matches it.
func oneWord(name, text string) error {
	words := strings.Fields(text)
	if len(words) < 2 {
		return nil
	}
	for i, word := range words {
		words[i] = starlark.String(word).String()
	}
	return fmt.Errorf("command: %s: %q is a single argument; write a list of arguments: [%s]", name, text, strings.Join(words, ", "))
}

// Commands parses {"mysql": "mysql", "dump": command("mysqldump", ...)}.
func Commands(x starlark.Value) ([]Command, error) {
	if x == nil || x == starlark.None {
		return nil, nil
	}
	dict, ok := x.(*starlark.Dict)
	if !ok {
		return nil, fmt.Errorf("commands must be a dict of name to binary, not %s", convert.Article(x.Type()))
	}
	var list []Command
	for _, item := range dict.Items() {
		name, err := convert.TextKey("commands", item[0])
		if err != nil {
			return nil, err
		}
		switch c := item[1].(type) {
		case starlark.String:
			list = append(list, Command{Name: name, Command: ral.Command{Binary: string(c)}})
		case declared:
			list = append(list, Command{Name: name, Command: c.Command, Env: c.env})
		default:
			return nil, fmt.Errorf("commands: %s must be a string or command(), not %s", name, convert.Article(c.Type()))
		}
	}
	return list, nil
}
