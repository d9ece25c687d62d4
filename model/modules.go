package model

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/modules"
	"ralsh/ral/modules/pluginsync"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/modules/star/face"
)

// Modules are the modules of a session: their types, facts, functions, faces
// and files, and the Ruby that runs their code.
type Modules struct {
	session *Session

	// loaded is the result of Loaded; Reload replaces it concurrently.
	loaded    atomic.Pointer[modules.Environment]
	base      *ral.Registry // built-in types; nil if no modules can be loaded
	choice    ModuleChoice
	reloading sync.Mutex
	lone      loneRuby
	ruby      *ruby.Bridge       // the last bridge
	server    pluginsync.Options // of puppet: URLs without a server; Server is "" for the modulepath
}

// ModuleChoice is the choice of modules on a command line; empty fields are
// taken from config.yaml.
type ModuleChoice struct {
	Path        string // directories, joined by colons
	Environment string // environments/NAME/modules next to config.yaml
	// Ahead means that the front end shows types before the types in Ruby are
	// described, see DescribeRuby.
	Ahead bool
	// Reserved are the names of commands and options that no face may have.
	Reserved face.Reserved
}

// production is the default environment.
const production = "production"

// OpenWith is Open with a choice of modules.
func OpenWith(ctx context.Context, reg *ral.Registry, root string, choice ModuleChoice) (*Session, error) {
	own := ral.NewRegistry()
	own.InheritFrom(reg)
	s, err := Open(ctx, own, root)
	if err == nil {
		choice.Path, err = whole(choice.Path)
	}
	if err != nil {
		return nil, err
	}
	s.Modules.base, s.Modules.choice = reg, choice
	return s, s.Modules.load(ctx)
}

func (ms *Modules) load(ctx context.Context) error {
	opt, err := ms.options(ctx, ms.choice)
	if err != nil {
		return err
	}
	opt.Base, opt.Usable, opt.Reserved, opt.Settings = ms.base, ms.usableFacts, ms.choice.Reserved, ms.settings(opt.Name, opt.Path)
	opt.RubyLater = ms.choice.Ahead
	opt.Ruby = func(ctx context.Context, list []ruby.Module, origin func(string) ral.Origin) (*ruby.Bridge, error) {
		return ms.openRuby(ctx, opt, list, origin)
	}
	if len(opt.Path) == 0 && opt.Synced == "" && ms.Loaded() == nil {
		return nil
	}
	loaded := modules.Load(ctx, local.Machine().Reader(), opt)
	ms.loaded.Store(loaded)
	ms.session.Env.Registry.ReplaceWith(loaded.Registry)
	ms.session.useFacts()
	return ms.facts()
}

// Loaded returns the loaded modules, or nil.
func (ms *Modules) Loaded() *modules.Environment { return ms.loaded.Load() }

// Reload reads the modules again from the disk and returns the errors in
// them. Types and providers that were already returned do not change. If the
// second error is not nil, the loaded modules stay.
func (ms *Modules) Reload(ctx context.Context) ([]error, error) {
	ms.reloading.Lock()
	defer ms.reloading.Unlock()
	if ms.base == nil {
		return nil, nil
	}
	if err := ms.load(ctx); err != nil {
		return nil, err
	}
	ms.session.Env.Invalidate()
	if ms.Loaded() == nil {
		return nil, nil
	}
	return ms.Loaded().Failures(), nil
}

// options determines the modulepath: that of the choice, otherwise of the
// chosen environment, otherwise of config.yaml, otherwise of the environment
// production if it exists. The plugins from pluginsync come last.
func (ms *Modules) options(ctx context.Context, choice ModuleChoice) (modules.Options, error) {
	rd := local.Machine().Reader()
	opt := modules.Options{Name: first(choice.Environment, ms.session.Config.Environment, production)}
	opt.Synced = ms.synced(ctx, rd)
	text := choice.Path
	if text == "" && choice.Environment == "" {
		text = ms.session.Config.Modulepath
	}
	if text != "" {
		path, err := absolute(text)
		opt.Path = path
		return opt, err
	}
	named := first(choice.Environment, ms.session.Config.Environment)
	if ms.session.ConfigUnread != nil && named == "" {
		return modules.Options{Name: opt.Name}, nil
	}
	dir, err := ms.environment(ctx, rd, opt.Name, named != "" && named != production)
	if dir != "" {
		opt.Path = []string{dir}
	}
	return opt, err
}

// settings returns the settings that confines of modules can name. Settings that
// exist in Puppet have Puppet's names.
func (ms *Modules) settings(environment string, modulepath []string) map[string]string {
	return map[string]string{
		"environment": environment,
		"modulepath":  strings.Join(modulepath, ":"),
		"confdir":     filepath.Dir(ms.session.OwnFiles.Paths.Config),
		"statedir":    ms.session.OwnFiles.Paths.State,
		"root":        ms.session.Root(),
	}
}

// environment returns the directory of the modules of an environment. It
// returns "" if it does not exist and is not needed.
func (ms *Modules) environment(ctx context.Context, rd host.Reader, name string, needed bool) (string, error) {
	all := filepath.Join(filepath.Dir(ms.session.OwnFiles.Paths.Config), "environments")
	dir := filepath.Join(all, name, "modules")
	if !goodEnvironment(name) {
		return "", &EnvironmentError{name, "invalid name: use only lower-case letters, digits and _"}
	}
	_, err := rd.Stat(ctx, dir)
	switch {
	case err == nil:
		return dir, nil
	case !needed && errors.Is(err, fs.ErrNotExist):
		return "", nil
	}
	text := "the directory " + dir + " does not exist"
	if !errors.Is(err, fs.ErrNotExist) {
		text = "cannot read " + dir + ": " + host.Cause(err).Error()
	}
	if names, _ := rd.ReadDir(ctx, all); len(names) > 0 {
		text += " (environments: " + strings.Join(names, ", ") + ")"
	}
	return "", &EnvironmentError{name, text}
}

// EnvironmentError is an environment that does not exist.
type EnvironmentError struct{ Name, Why string }

// Error names the environment and the reason.
func (e *EnvironmentError) Error() string { return "environment " + e.Name + ": " + e.Why }

func goodEnvironment(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// whole makes the directories of a typed modulepath absolute; a relative path
// starts in the current directory.
func whole(text string) (string, error) {
	var path []string
	for dir := range strings.SplitSeq(text, ":") {
		if dir == "" {
			continue
		}
		abs, err := filepath.Abs(dir)
		if err != nil {
			return "", err
		}
		path = append(path, abs)
	}
	return strings.Join(path, ":"), nil
}

// absolute splits a modulepath. Its directories must be absolute, so that a
// configuration does not depend on the current directory.
func absolute(text string) ([]string, error) {
	var path []string
	for dir := range strings.SplitSeq(text, ":") {
		switch {
		case dir == "":
		case !filepath.IsAbs(dir):
			return nil, fmt.Errorf("the directory %s of the modulepath is not an absolute path", dir)
		default:
			path = append(path, filepath.Clean(dir))
		}
	}
	return path, nil
}

func first(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
