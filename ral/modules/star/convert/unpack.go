package convert

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"ralsh/ral/nearest"
)

// Unpack is starlark.UnpackArgs with readable messages. For an unknown name it
// suggests the nearest of all names, while Starlark searches only the first
// half.
func Unpack(what string, args starlark.Tuple, kwargs []starlark.Tuple, pairs ...any) error {
	names := make([]string, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		names = append(names, strings.TrimRight(pairs[i].(string), "?"))
	}
	for _, item := range kwargs {
		name, _ := starlark.AsString(item[0])
		if err := known(what, name, names); err != nil {
			return err
		}
	}
	if err := starlark.UnpackArgs(what, args, kwargs, pairs...); err != nil {
		return errors.New(inWords(err.Error()))
	}
	return nil
}

func known(what, name string, names []string) error {
	for _, one := range names {
		if one == name {
			return nil
		}
	}
	return fmt.Errorf("%s: unexpected keyword argument %q%s", what, name, nearest.DidYouMean(name, names))
}

// inWords replaces Starlark's type names: "got int, want callable" becomes "got
// a number, want a function".
func inWords(text string) string {
	before, kinds, ok := strings.Cut(text, ": got ")
	got, want, two := strings.Cut(kinds, ", want ")
	if !ok || !two || strings.Contains(kinds, "arguments") {
		return text
	}
	return before + ": got " + Article(got) + ", want " + Article(want)
}

// Article returns the name of a Starlark type with its article.
func Article(kind string) string {
	if strings.Contains(kind, " ") {
		return kind // a phrase already
	}
	switch kind {
	case "string":
		return "a string"
	case "int":
		return "a number"
	case "float":
		return "a float"
	case "bool":
		return "True or False"
	case "callable", "builtin_function_or_method":
		return "a function"
	case "NoneType":
		return "None"
	case "iterable":
		return "a list"
	}
	if strings.Contains("aeiou", kind[:1]) {
		return "an " + kind
	}
	return "a " + kind
}

// TextKey returns a dict key that must be a string.
func TextKey(what string, x starlark.Value) (string, error) {
	text, ok := starlark.AsString(x)
	if !ok || text == "" {
		return "", fmt.Errorf("%s: a key must be a string, not %s", what, x)
	}
	return text, nil
}

// NameForm is the form of the names of types, attributes, functions, faces and arguments.
const NameForm = "use lower-case letters, digits and _, starting with a letter"

// ValidName reports whether a name has the form NameForm; parts may be separated by ::.
func ValidName(name string) bool {
	letter := false
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z':
			letter = true
		case c == '_' && letter, c >= '0' && c <= '9' && letter:
		case c == ':' && letter && i+2 < len(name) && name[i+1] == ':' && name[i+2] >= 'a' && name[i+2] <= 'z':
		case c == ':' && i > 0 && name[i-1] == ':' && i+1 < len(name) && name[i+1] != ':':
		default:
			return false
		}
	}
	return letter
}

// SimpleName reports whether a name is valid for an attribute: [a-z][a-z0-9_]*.
func SimpleName(name string) bool { return ValidName(name) && !strings.Contains(name, ":") }
