package model

import (
	"context"
	"errors"

	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/modules"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/value"
)

// errRubyOff is why Ruby code of modules is not run.
var errRubyOff = errors.New("modules.ruby in config.yaml is off")

// openRuby opens the bridge to the Ruby code of modules. It starts no Ruby.
func (ms *Modules) openRuby(ctx context.Context, opt modules.Options, list []ruby.Module, origin func(string) ral.Origin) (*ruby.Bridge, error) {
	named := ms.session.Config.Ruby
	switch named {
	case "off":
		return nil, errRubyOff
	case "auto":
		named = ""
	}
	in, err := ruby.Find(ctx, ms.session.Env.Reader(), named)
	if err != nil {
		return nil, err
	}
	var b *ruby.Bridge
	b = ruby.Open(ctx, local.Machine().Reader(), ruby.Options{
		Interpreter: in, Modules: list, Synced: opt.Synced, Facts: ms.session.Facts, ReadPrograms: ms.session.Config.RubyReadPrograms, Patience: ms.session.Config.RubyPatience, State: stateFiles{ms.session.OwnFiles.Paths.State}, Origin: origin,
		Language: ruby.Language{
			Facts: func(ctx context.Context, legacy bool) value.Value {
				return ms.session.Facts.TreeWithout(ctx, legacy, b.HasFact)
			},
			Node: ms.node, Attributes: ms.attributes, Modulepath: opt.Path,
		},
	})
	if b.SameAs(ms.ruby) {
		return ms.ruby, nil // with the worker that it has
	}
	if ms.ruby != nil {
		ms.ruby.Close()
	}
	ms.ruby = b
	return b, nil
}

// RubyPending returns how many types in Ruby are not described yet, and left out.
func (ms *Modules) RubyPending() int {
	if env := ms.Loaded(); env != nil {
		return len(env.RubyPending())
	}
	return 0
}

// DescribeRuby describes the types in Ruby that were left out, which takes seconds, and
// then adds them. A type that cannot be described is left out with its reason.
func (ms *Modules) DescribeRuby(ctx context.Context) error {
	if ms.RubyPending() == 0 {
		return nil
	}
	b, _ := ms.Loaded().Ruby()
	for _, name := range ms.Loaded().RubyPending() {
		_, err := b.Describe(ctx, name)
		if _, unstarted := errors.AsType[*ruby.StartError](err); unstarted || ctx.Err() != nil {
			return err
		}
	}
	ms.choice.Ahead = false
	_, err := ms.Reload(ctx)
	return err
}

// stateFiles are the files of the state directory, which is made when something is
// written.
type stateFiles struct{ dir string }

// Read reads a file.
func (f stateFiles) Read(name string) ([]byte, error) { return ownfiles.Peek(f.dir).Read(name) }

// WriteAtomic writes a file.
func (f stateFiles) WriteAtomic(name string, data []byte) error {
	state, err := ownfiles.Open(f.dir)
	if err != nil {
		return err
	}
	return state.WriteAtomic(name, data)
}
