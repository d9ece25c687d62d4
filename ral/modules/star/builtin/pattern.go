package builtin

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"ralsh/ral/lazyre"
	"ralsh/ral/modules/star/convert"
)

// Pattern is a regular expression of package regexp (RE2: no look-around).
type Pattern struct{ *lazyre.Regexp }

var _ starlark.HasAttrs = Pattern{}

func (p Pattern) String() string        { return "/" + p.Regexp.String() + "/" }
func (p Pattern) Type() string          { return "pattern" }
func (p Pattern) Freeze()               {}
func (p Pattern) Truth() starlark.Bool  { return starlark.True }
func (p Pattern) Hash() (uint32, error) { return starlark.String(p.Regexp.String()).Hash() }

// AttrNames returns the methods of a pattern.
func (p Pattern) AttrNames() []string { return []string{"groups", "matches", "replace", "source"} }

// Attr returns a method: matches(text) returns True or False, groups(text) a list of
// groups beginning with the whole match, or None, replace(text, by) the text with all
// matches replaced.
func (p Pattern) Attr(name string) (starlark.Value, error) {
	switch name {
	case "source":
		return starlark.String(p.Regexp.String()), nil
	case "matches", "groups", "replace":
		return starlark.NewBuiltin(name, p.method), nil
	}
	return nil, nil
}

func (p Pattern) method(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text, by string
	if b.Name() == "replace" {
		if err := convert.Unpack(b.Name(), args, kwargs, "text", &text, "by", &by); err != nil {
			return nil, err
		}
		return starlark.String(p.ReplaceAllString(text, by)), nil
	}
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "text", &x); err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if err != nil {
		return nil, err
	}
	text = v.Text()
	if b.Name() == "matches" {
		return starlark.Bool(p.MatchString(text)), nil
	}
	at := p.FindStringSubmatchIndex(text)
	if at == nil {
		return starlark.None, nil
	}
	groups := make([]starlark.Value, 0, len(at)/2)
	for i := 0; i < len(at); i += 2 {
		if at[i] < 0 {
			groups = append(groups, starlark.None)
			continue
		}
		groups = append(groups, starlark.String(text[at[i]:at[i+1]]))
	}
	return starlark.NewList(groups), nil
}

// reModule returns re: compile accepts Go's syntax, ruby that of Puppet's
// types, in which ^ and $ match at the ends of lines.
func reModule() starlark.Value {
	compile := func(make func(string) *lazyre.Regexp) func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
		return func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var source string
			if err := convert.Unpack(b.Name(), args, kwargs, "source", &source); err != nil {
				return nil, err
			}
			re := make(source)
			if err := re.Compile(); err != nil {
				return nil, fmt.Errorf("%s: %s (the syntax is RE2: no look-around, no back references)", b.Name(), err)
			}
			return Pattern{re}, nil
		}
	}
	return &starlarkstruct.Module{Name: "re", Members: starlark.StringDict{
		"compile": starlark.NewBuiltin("re.compile", compile(lazyre.New)),
		"ruby":    starlark.NewBuiltin("re.ruby", compile(lazyre.Ruby)),
	}}
}
