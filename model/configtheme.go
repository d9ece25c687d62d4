package model

import (
	"errors"

	"ralsh/ral/yaml"
)

// ThemeSetting is the setting theme: a name, and custom colours. The terminal
// UI validates the names and tokens. At is file:line:column, "" if not set.
type ThemeSetting struct {
	At, Name string
	Colours  []ColourSetting
}

// ColourSetting is a line of theme: a token and its colour.
type ColourSetting struct{ At, Token, Colour string }

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
	return func(n *yaml.Node) error {
		switch {
		case isNull(n):
			return nil
		case n.Kind != yaml.Map && scalar(n) == "":
			return errors.New("must be a name (example: dark) or a map from tokens to colours")
		case n.Kind != yaml.Map:
			to.At, to.Name = place(n), scalar(n)
			return nil
		}
		var wrong []error
		for i := range n.Keys {
			token, value := n.Keys[i].Text, &n.Items[i]
			if scalar(value) == "" {
				wrong = append(wrong, at(value, `theme.%s: must be a single word (example: "#b7a3ff")`, token))
				continue
			}
			if token == "base" {
				to.At, to.Name = place(value), scalar(value)
				continue
			}
			to.Colours = append(to.Colours, ColourSetting{At: place(value), Token: token, Colour: scalar(value)})
		}
		return errors.Join(wrong...)
	}
}
