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
			"/etc/hosts. The changes are made in a private copy first; where no file differs then, there is nothing to do. " +
			"With `lens` and `incl` one file is read, which is much faster than all that Augeas knows.\n\n" +
			"A change is one of set, setm, rm, clear, clearm, touch, ins, mv, rename, defvar and defnode, as augtool(1) has them " +
			"(and Puppet's names remove, insert and move).\n\n" +
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
		Name: "returns", Kind: ral.Property, Sync: ral.Sync{AskedBefore: true}, Example: "0", Default: value.Str("0"),
		Doc:      "`0` when the files are as the changes would make them, `need_to_run` when not. It is not to be set.",
		Values:   []ral.Allowed{{Name: "0", Event: "executed_command"}, {Name: "need_to_run"}},
		MungeFn:  func(_ ral.Hook, v value.Value) (value.Value, error) { return value.Str(v.Text()), nil },
		InSyncFn: func(_ ral.Hook, is, should value.Value) bool { return is.Text() == should.Text() },
		Text:     ral.Text{ChangeFn: func(ral.Hook, value.Value, value.Value) string { return "executed successfully" }},
	}
}

func name() *ral.Attribute {
	return &ral.Attribute{
		Name: "name", Kind: ral.Param, Namevar: true, Example: "localhost",
		Doc: "What this set of changes is called.",
	}
}

func parameters() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "context", Kind: ral.Param, Example: "/files/etc/hosts", ValidateFn: absolute,
			Doc: "The path to prepend to every path that does not begin with a slash. With `incl` it is that file.",
		},
		{
			Name: "onlyif", Kind: ral.Param, Example: "match /files/etc/hosts/* size > 0",
			Doc: "A condition: `get PATH OPERATOR VALUE`, `match PATH size OPERATOR NUMBER`, `match PATH include VALUE` or `not_include`, " +
				"`match PATH == ['a', 'b']` or `!=`. Operators are <, <=, >, >=, == and !=, and of text ~ for a pattern.",
			ValidateFn: func(_ ral.Hook, v value.Value) error {
				_, err := parseCondition(v.Text())
				return err
			},
		},
		{
			Name: "changes", Kind: ral.Param, IsList: true, Example: "set 1/canonical localhost",
			Doc: "The changes, one after the other: a list, or a text with one a line.",
		},
		{
			Name: "root", Kind: ral.Param, Example: "/", Default: value.Str("/"), ConstantDefault: true, ValidateFn: absolute,
			Doc: "The folder that Augeas takes for the root.",
		},
		{
			Name: "load_path", Kind: ral.Param, IsList: true, Example: "/usr/local/share/augeas/lenses",
			Doc: "Further folders of lenses, separated by colons or as a list. Behind them come the folders `lib/augeas/lenses` of modules.",
		},
		{
			Name: "force", Kind: ral.Param, Example: "true", Default: value.Sym("false"), Values: ral.Literals("true", "false"),
			Doc: "Whether the changes count as made even if they come to nothing.",
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
			Doc: "The one file to be read, with `lens`.",
		},
		{
			Name: "show_diff", Kind: ral.Param, Example: "false", Default: value.Sym("true"), Values: ral.Literals("true", "false", "yes", "no"),
			Doc:      "Whether the difference of the files is shown.",
			NoEffect: func(*ral.Resource) string { return "No difference is shown; the plan names the files." },
		},
	}
}

func absolute(_ ral.Hook, v value.Value) error {
	if text := v.Text(); !strings.HasPrefix(text, "/") || strings.ContainsAny(text, "\n\x00") {
		return errors.New("it must be a fully qualified path")
	}
	return nil
}
