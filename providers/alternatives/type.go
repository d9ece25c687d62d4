package alternatives

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Register adds the type and its providers. Attributes and behaviour are the same as in
// Puppet's module puppet-alternatives.
func Register(reg *ral.Registry) { reg.Add(typeDef(), dpkg(), chkconfig()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "alternatives",
		Summary: "The program behind a generic command name",
		Doc: "A group of alternatives: its link in `/etc/alternatives` leads to a program that a package registered. " +
			"The mode `auto` selects the program with the highest priority. A `path` selects a program and sets the mode `manual`. " +
			"Packages create the groups; this type cannot.\n\n" +
			"Attributes and behaviour are the same as in Puppet's module puppet-alternatives. ralsh does not support Red Hat's families.\n\n" +
			"```puppet\nalternatives { 'pager':\n  path => '/usr/bin/less',\n}\n```\n",
		Attributes: []*ral.Attribute{
			{
				Name: "path", Kind: ral.Property, Example: "/usr/bin/less", ValidateFn: validPath,
				Hooks: derived{}, RestoredBy: "auto_path", Doc: "The selected program.",
			},
			{
				Name: "mode", Kind: ral.Property, Example: "auto", Values: ral.Literals("auto", "manual"), Features: []string{"mode"},
				Hooks: derived{},
				Doc:   "`auto` selects the program with the highest priority, now and after each change of packages. `manual` needs a `path`.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "pager", ValidateFn: validName,
				Doc: "The name of the group.",
			},
			{
				Name: "auto_path", Kind: ral.Param, Example: "/usr/bin/less", ValidateFn: validPath,
				Doc: "With `mode => auto`, the program to select if several have the highest priority. Default: the current program. An undo restores the program with it.",
			},
		},
		Features: []ral.Feature{{Name: "mode", Doc: "The provider can set the modes auto and manual."}},
		Columns:  [2]string{"path", "mode"},
		Validate: validate,
	}
}

// derived contains the hooks of values that the mode auto derives.
type derived struct{}

// Undeclarable rejects a path that the mode auto selected, and the mode manual without a
// path, because validate rejects them.
func (derived) Undeclarable(inst *ral.Instance, is value.Value) (_ value.Value, why string) {
	if is.Text() != "auto" && (inst.Get("mode").Text() == "auto" || inst.Get("path").IsAbsent()) {
		why = "it is read-only"
	}
	return value.Value{}, why
}

func validPath(_ ral.Hook, v value.Value) error {
	if !strings.HasPrefix(v.Text(), "/") {
		return errors.New("path must be a fully qualified path")
	}
	return nil
}

func validName(_ ral.Hook, v value.Value) error {
	if text := v.Text(); text == "" || text[0] == '-' || strings.ContainsAny(text, "/ \t\r\n\x00") {
		return fmt.Errorf("%q is not a valid name of a group of alternatives", v.Text())
	}
	return nil
}

func validate(r *ral.Resource) error {
	switch mode := r.Get("mode").Text(); {
	case mode == "auto" && r.Has("path"):
		return errors.New("Mode cannot be 'auto' if a path is given")
	case mode == "manual" && !r.Has("path"):
		return errors.New("Mode cannot be 'manual' without a path")
	}
	return nil
}
