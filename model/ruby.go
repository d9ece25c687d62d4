package model

import (
	"context"
	"errors"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/value"
)

// ErrRubyOff is why Ruby code of modules is not run.
var ErrRubyOff = errors.New("modules.ruby in config.yaml is off")

// openRuby opens the bridge to the Ruby code of modules. It starts no Ruby.
func (s *Session) openRuby(ctx context.Context, opt modules.Options, list []ruby.Module, origin func(string) ral.Origin) (*ruby.Bridge, error) {
	named := s.Config.Ruby
	switch named {
	case "off":
		return nil, ErrRubyOff
	case "auto":
		named = ""
	}
	in, err := ruby.Find(ctx, s.Env.Reader(), named)
	if err != nil {
		return nil, err
	}
	var b *ruby.Bridge
	b = ruby.Open(ctx, host.Machine().Reader(), ruby.Options{
		Interpreter: in, Modules: list, Synced: opt.Synced, Facts: s.Facts, Looks: s.Config.RubyLooks, Patience: s.Config.RubyPatience, State: stateFiles{s.paths.State}, Origin: origin,
		Language: ruby.Language{
			Facts: func(ctx context.Context) value.Value { return s.Facts.TreeWithout(ctx, b.HasFact) },
			Node:  s.node, Attributes: s.attributes, Modulepath: opt.Path,
		},
	})
	if b.SameAs(s.ruby) {
		return s.ruby, nil // with the worker that it has
	}
	if s.ruby != nil {
		s.ruby.Close()
	}
	s.ruby = b
	return b, nil
}

// RubyPending returns how many types in Ruby are not described yet, and left out.
func (s *Session) RubyPending() int {
	if env := s.Modules(); env != nil {
		return len(env.RubyPending())
	}
	return 0
}

// DescribeRuby describes the types in Ruby that were left out, which takes seconds, and
// then adds them. A type that cannot be described is left out with its reason.
func (s *Session) DescribeRuby(ctx context.Context) error {
	if s.RubyPending() == 0 {
		return nil
	}
	b, _ := s.Modules().Ruby()
	for _, name := range s.Modules().RubyPending() {
		_, err := b.Describe(ctx, name)
		if _, unstarted := errors.AsType[*ruby.StartError](err); unstarted || ctx.Err() != nil {
			return err
		}
	}
	s.choice.Ahead = false
	_, err := s.ReloadModules(ctx)
	return err
}

// stateFiles are the files of the state directory, which is made when something is
// written.
type stateFiles struct{ dir string }

// Read reads a file.
func (f stateFiles) Read(name string) ([]byte, error) { return host.PeekState(f.dir).Read(name) }

// WriteAtomic writes a file.
func (f stateFiles) WriteAtomic(name string, data []byte) error {
	state, err := host.OpenState(f.dir)
	if err != nil {
		return err
	}
	return state.WriteAtomic(name, data)
}
