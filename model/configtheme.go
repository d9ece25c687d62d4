package model

import (
	"errors"

	"github.com/goccy/go-yaml/ast"
)

// ThemeSetting is theme of the configuration: a name, and colours of one's own. What
// names and tokens there are the screens know. At is file:line:column, "" where
// nothing is set.
type ThemeSetting struct {
	At, Name string
	Colours  []ColourSetting
}

// ColourSetting is one line of theme: a token and its colour.
type ColourSetting struct{ At, Token, Colour string }

// in sets the file before all places.
func (t *ThemeSetting) in(file string) {
	if t.At != "" {
		t.At = file + ":" + t.At
	}
	for i := range t.Colours {
		t.Colours[i].At = file + ":" + t.Colours[i].At
	}
}

// themeSetting is a name, or a map from tokens to colours with the name as base.
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
