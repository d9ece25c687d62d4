package model

import (
	"errors"

	"github.com/goccy/go-yaml/ast"
)

// ThemeSetting is the setting theme: a name, and custom colours. The terminal
// UI validates the names and tokens. At is file:line:column, "" if not set.
type ThemeSetting struct {
	At, Name string
	Colours  []ColourSetting
}

// ColourSetting is one line of theme: a token and its colour.
type ColourSetting struct{ At, Token, Colour string }

// in prepends the file to all positions.
func (t *ThemeSetting) in(file string) {
	if t.At != "" {
		t.At = file + ":" + t.At
	}
	for i := range t.Colours {
		t.Colours[i].At = file + ":" + t.Colours[i].At
	}
}

// themeSetting parses a name, or a map from tokens to colours in which base is
// the name.
func themeSetting(to *ThemeSetting) setting {
	return func(n ast.Node) error {
		m, ok := n.(ast.MapNode)
		switch {
		case n.Type() == ast.NullType:
			return nil
		case !ok && scalar(n) == "":
			return errors.New("it is a name, such as dark, or a map from tokens to colours")
		case !ok:
			to.At, to.Name = place(n.GetToken()), scalar(n)
			return nil
		}
		var wrong []error
		for it := m.MapRange(); it.Next(); {
			key, value := it.Key().GetToken(), it.Value()
			if value.Type() == ast.NullType || scalar(value) == "" {
				wrong = append(wrong, at(value.GetToken(), `theme.%s: it is one word, such as "#b7a3ff"`, key.Value))
				continue
			}
			if key.Value == "base" {
				to.At, to.Name = place(value.GetToken()), scalar(value)
				continue
			}
			to.Colours = append(to.Colours, ColourSetting{At: place(value.GetToken()), Token: key.Value, Colour: scalar(value)})
		}
		return errors.Join(wrong...)
	}
}
