package face

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

// Face is a command of a module. Its actions are subcommands. It reads a host and cannot
// change it.
type Face struct {
	Name, Doc string
	Actions   []*Action
	Origin    ral.Origin
}

// Action is an action of a face.
type Action struct {
	Name, Doc string
	Args      []*Argument // in the order of the command line
	Options   []*Argument
	Default   bool   // it runs if no action is named
	Pos       string // FILE:LINE:COL

	body *script.Hook
	own  []string         // arguments for which the function has a default
	cmds []access.Command // of the face
}

// Reserved holds the names that a face and its options may not have, because
// they are built in.
type Reserved struct{ Commands, Options []string }

// File is the file that defines a face, or a part of it.
type File struct {
	Origin   ral.Origin // of the definition
	Reserved Reserved
	Runner   *script.Runner
	// Report reports errors at a position. It returns the first, unless the file collects
	// them.
	Report func(pos string, list []string) error
}

// Define implements face(name, doc = "", actions = [action(...)], commands = {...}).
func Define(f File, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (*Face, error) {
	own := &Face{Origin: f.Origin}
	var acts actionList
	var cmds starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &own.Name, "doc?", &own.Doc, "actions?", &acts, "commands?", &cmds); err != nil {
		return nil, err
	}
	own.Actions = acts.list
	commands, err := access.Commands(cmds)
	if err != nil {
		return nil, err
	}
	for _, act := range own.Actions {
		act.cmds = commands
	}
	return own, f.Report(own.Origin.Pos, own.wrong(f.Reserved, commands, acts.broken))
}

// wrong returns the errors of a face as a whole.
func (f *Face) wrong(built Reserved, cmds []access.Command, broken bool) (list []string) {
	say := func(format string, args ...any) {
		list = append(list, "face "+f.Name+": "+fmt.Sprintf(format, args...))
	}
	if !convert.SimpleName(f.Name) {
		say("invalid face name %q: "+convert.NameForm, f.Name)
	}
	if slices.Contains(built.Commands, f.Name) {
		say("ralsh has a built-in command %s: use a different name", f.Name)
	}
	if len(f.Actions) == 0 && !broken {
		say("the face must define at least one action")
	}
	seen, first := map[string]bool{}, ""
	for _, act := range f.Actions {
		if seen[act.Name] {
			say("the action %s is defined twice", act.Name)
		}
		seen[act.Name] = true
		switch {
		case act.Default && first != "":
			say("%s and %s cannot both be the default", first, act.Name)
		case act.Default:
			first = act.Name
			if len(act.Args) > 0 && !act.Args[0].Optional {
				say("%s cannot be the default, because it requires the argument %s", act.Name, act.Args[0].Name)
			}
		}
	}
	for _, c := range cmds {
		if len(c.Queries) == 0 {
			say("the looks of the command %s are missing, and a face runs only read-only commands: command(%q, looks = [[ARGUMENTS]])", c.Name, c.Binary)
		}
	}
	return list
}

// NewAction implements action(name, fn, doc = "", args = [arg(...)], options =
// [option(...)], default = False).
func NewAction(f File, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	act := &Action{Pos: f.Origin.Pos}
	var fn starlark.Callable
	given, options := argumentList{kind: "arg"}, argumentList{kind: "option"}
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &act.Name, "fn", &fn, "doc?", &act.Doc, "args?", &given,
		"options?", &options, "default?", &act.Default); err != nil {
		return nil, err
	}
	what := "action " + act.Name
	body, ok := fn.(*starlark.Function)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s must be a function or a lambda, not the builtin %s", what, fn.Name())
	case !convert.SimpleName(act.Name):
		return nil, fmt.Errorf("invalid action name %q: "+convert.NameForm, act.Name)
	}
	act.Args, act.Options = given.list, options.list
	act.body = script.NewFunction(f.Runner, what, body, script.ProviderLimits)
	if err := f.Report(act.Pos, act.wrong()); err != nil {
		return nil, err
	}
	return actionDef{"action", act}, f.Report(body.Position().String(), act.misfits(given.broken || options.broken))
}

// actionDef is the result of action().
type actionDef struct {
	convert.InternalValue
	*Action
}

// actionList unpacks the actions of a face. It omits invalid actions.
type actionList struct {
	list   []*Action
	broken bool
}

// Unpack implements starlark.Unpacker.
func (l *actionList) Unpack(x starlark.Value) error {
	return eachDefined(x, "action()", &l.broken, func(el starlark.Value) bool {
		def, ok := el.(actionDef)
		if ok {
			l.list = append(l.list, def.Action)
		}
		return ok
	})
}

// placeholder is the value of a definition. It is omitted if the definition was invalid.
type placeholder interface{ Omitted() bool }

// eachDefined calls take for each element of a list of definitions, and returns an error
// for an element of a different kind. It sets broken if a definition was invalid, which
// was reported.
func eachDefined(x starlark.Value, want string, broken *bool, take func(starlark.Value) bool) error {
	seq, ok := x.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("got %s, want a list of %s", convert.Article(x.Type()), want)
	}
	for el := range starlark.Elements(seq) {
		if def, ok := el.(placeholder); ok && def.Omitted() {
			*broken = true
		} else if !take(el) {
			return fmt.Errorf("got %s in the list, want %s", convert.Article(el.Type()), want)
		}
	}
	return nil
}
