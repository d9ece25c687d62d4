package augeas

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Register adds the type and its provider.
func Register(reg *ral.Registry) { reg.Add(typeDef(), augtool()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "augeas",
		Summary: "Changes of configuration files through Augeas",
		Doc: "Changes of configuration files, which Augeas presents as trees: `/files/etc/hosts/1/canonical` is the name in the first line of " +
			"/etc/hosts. ralsh makes the changes in private copies first. If no copy differs from its file, the resource is in sync. " +
			"With `lens` and `incl`, Augeas reads a single file, which is much faster than all files that it supports.\n\n" +
			"The changes are the commands set, setm, rm, clear, clearm, touch, ins, mv, rename, defvar and defnode of augtool(1), " +
			"and Puppet's names remove, insert and move.\n\n" +
			"```puppet\naugeas { 'localhost':\n  context => '/files/etc/hosts',\n  changes => 'set *[ipaddr = \"127.0.0.1\"]/canonical localhost',\n" +
			"  lens    => 'Hosts.lns',\n  incl    => '/etc/hosts',\n}\n```\n",
		NotListable: "by change",
		UndoByFile:  true, // returns says nothing about what the files held
		Columns:     [2]string{"returns"},
		Attributes:  append([]*ral.Attribute{returns(), name()}, parameters()...),
		Validate: func(r *ral.Resource) error {
			if r.Has("lens") != r.Has("incl") {
				return errors.New("You must specify both the lens and incl parameters, or neither.")
			}
			_, _, err := script(r)
			return err
		},
	}
}

func returns() *ral.Attribute {
	return &ral.Attribute{
		Name: "returns", Kind: ral.Property, Sync: ral.Sync{DecidesChange: true}, Example: "0", Default: value.Str("0"),
		Doc:      "`0` if the files are in sync, otherwise `need_to_run`. Do not set it.",
		Values:   []ral.Allowed{{Name: "0", Event: "executed_command"}, {Name: "need_to_run"}},
		MungeFn:  func(_ ral.Hook, v value.Value) (value.Value, error) { return value.Str(v.Text()), nil },
		InSyncFn: func(_ ral.Hook, is, should value.Value) bool { return is.Text() == should.Text() },
		Text:     ral.Text{ChangeFn: func(ral.Hook, value.Value, value.Value) string { return "executed successfully" }},
	}
}

func name() *ral.Attribute {
	return &ral.Attribute{
		Name: "name", Kind: ral.Param, Namevar: true, Example: "localhost",
		Doc: "The name of this set of changes.",
	}
}

func parameters() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "context", Kind: ral.Param, Example: "/files/etc/hosts", ValidateFn: absolute,
			Doc: "The path before every relative path. Default with `incl`: that file.",
		},
		{
			Name: "onlyif", Kind: ral.Param, Example: "match /files/etc/hosts/* size > 0",
			Doc: "A condition: `get PATH OPERATOR VALUE`, `match PATH size OPERATOR NUMBER`, `match PATH include VALUE` or `not_include`, " +
				"`match PATH == ['a', 'b']` or `!=`. The operators are <, <=, >, >=, == and !=. `get` also has ~ for a pattern.",
			ValidateFn: func(_ ral.Hook, v value.Value) error {
				_, err := parseCondition(v.Text())
				return err
			},
		},
		{
			Name: "changes", Kind: ral.Param, IsList: true, Example: "set 1/canonical localhost",
			Doc: "The changes in order: a list, or a text with a change per line.",
		},
		{
			Name: "root", Kind: ral.Param, Example: "/", Default: value.Str("/"), ConstantDefault: true, ValidateFn: absolute,
			Doc: "The root directory for Augeas.",
		},
		{
			Name: "load_path", Kind: ral.Param, IsList: true, Example: "/usr/local/share/augeas/lenses",
			Doc: "More directories of lenses, separated by colons or as a list. The directories `lib/augeas/lenses` of modules follow them.",
		},
		{
			Name: "force", Kind: ral.Param, Example: "true", Default: value.Sym("false"), Values: ral.Literals("true", "false"),
			Doc: "Whether to run the changes even if no file differs.",
		},
		{
			Name: "type_check", Kind: ral.Param, Example: "true", Default: value.Sym("false"), Values: ral.Literals("true", "false"),
			Doc: "Whether Augeas checks the types of its lenses, which is slow.",
		},
		{
			Name: "lens", Kind: ral.Param, Example: "Hosts.lns",
			Doc: "The lens that reads the file of `incl`.",
		},
		{
			Name: "incl", Kind: ral.Param, Example: "/etc/hosts", ValidateFn: absolute,
			Doc: "The only file to read, with `lens`.",
		},
		{
			Name: "show_diff", Kind: ral.Param, Example: "false", Default: value.Sym("true"), Values: ral.Literals("true", "false", "yes", "no"),
			Doc:      "Whether to show the difference of the files.",
			NoEffect: func(*ral.Resource) string { return "ralsh shows no difference; the plan contains the files." },
		},
	}
}

func absolute(_ ral.Hook, v value.Value) error {
	if text := v.Text(); !strings.HasPrefix(text, "/") || strings.ContainsAny(text, "\n\x00") {
		return errors.New("it must be a fully qualified path")
	}
	return nil
}
