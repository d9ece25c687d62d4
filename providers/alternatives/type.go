package alternatives

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Register adds the type and its providers. Attributes and behaviour are those
// of Puppet's module puppet-alternatives.
func Register(reg *ral.Registry) { reg.Add(typeDef(), dpkg(), chkconfig()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "alternatives",
		Summary: "Which program a generic command name means",
		Doc: "A group of alternatives: its link in `/etc/alternatives` leads to one of the programs that packages have registered. " +
			"In the mode `auto` the one of the highest priority is taken; to choose a `path` is the mode `manual`. " +
			"Groups are made by packages and not here.\n\n" +
			"Attributes and behaviour are those of Puppet's module puppet-alternatives; Red Hat's families are not known.\n\n" +
			"```puppet\nalternatives { 'pager':\n  path => '/usr/bin/less',\n}\n```\n",
		Attributes: []*ral.Attribute{
			{
				Name: "path", Kind: ral.Property, Example: "/usr/bin/less", ValidateFn: validPath,
				Hooks: derived{}, RestoredBy: "auto_path", Doc: "The program that the name means.",
			},
			{
				Name: "mode", Kind: ral.Property, Example: "auto", Values: ral.Literals("auto", "manual"), Features: []string{"mode"},
				Hooks: derived{},
				Doc:   "`auto` takes what has the highest priority, now and after each change of packages; `manual` goes with a `path`.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "pager", ValidateFn: validName,
				Doc: "The name of the group.",
			},
			{
				Name: "auto_path", Kind: ral.Param, Example: "/usr/bin/less", ValidateFn: validPath,
				Doc: "With `mode => auto`, the program that is taken if several have the highest priority; otherwise that is the current one. An undo restores the program with it.",
			},
		},
		Features: []ral.Feature{{Name: "mode", Doc: "It knows the modes auto and manual."}},
		Columns:  [2]string{"path", "mode"},
		Validate: validate,
	}
}

// derived are the hooks of what the mode auto derives.
type derived struct{}

// Undeclarable reports that a path chosen by the mode auto, or the mode manual
// without a path, cannot be declared, as validate rejects them.
func (derived) Undeclarable(inst *ral.Instance, is value.Value) (_ value.Value, why string) {
	if is.Text() != "auto" && (inst.Get("mode").Text() == "auto" || inst.Get("path").IsAbsent()) {
		why = "it can only be read"
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
		return errors.New("a group of alternatives is called by one word")
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
