package model

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/modules"
)

// ModuleChoice is what a command line says of modules; what it leaves empty is
// taken from config.yaml.
type ModuleChoice struct {
	Path        string // folders, joined by colons
	Environment string // environments/NAME/modules beside config.yaml
}

// production is the environment where none is named.
const production = "production"

// OpenWith is Open with a choice of modules.
func OpenWith(ctx context.Context, reg *ral.Registry, root string, choice ModuleChoice) (*Session, error) {
	s, err := Open(ctx, reg, root)
	if err == nil {
		choice.Path, err = whole(choice.Path)
	}
	if err != nil {
		return nil, err
	}
	s.base, s.choice = reg, choice
	own := ral.NewRegistry()
	own.InheritFrom(reg)
	s.Env = ral.NewEnv(own, s.Env.Reader(), s.Facts)
	return s, s.loadModules(ctx)
}

// loadModules loads what the choice names, in place of what was loaded before.
func (s *Session) loadModules(ctx context.Context) error {
	opt, err := s.modulesOf(ctx, s.choice)
	if err != nil {
		return err
	}
	opt.Base, opt.Usable = s.base, s.usableFacts
	if len(opt.Path) == 0 && opt.Synced == "" && s.Modules() == nil {
		return nil
	}
	loaded := modules.Load(ctx, host.Machine().Reader(), opt)
	s.loaded.Store(loaded)
	s.Env.Registry.ReplaceWith(loaded.Registry)
	s.useFacts()
	return s.moduleFacts()
}

// Modules are what was loaded in addition to what is built in, nil when nothing was.
func (s *Session) Modules() *modules.Environment { return s.loaded.Load() }

// ReloadModules reads the modules again, as they are on the disk now, and returns
// what of them cannot be used. Types and providers that were handed out stay what
// they were. After an error all is as it was.
func (s *Session) ReloadModules(ctx context.Context) ([]error, error) {
	s.reloading.Lock()
	defer s.reloading.Unlock()
	if s.base == nil {
		return nil, nil
	}
	if err := s.loadModules(ctx); err != nil {
		return nil, err
	}
	s.Env.Invalidate()
	if s.Modules() == nil {
		return nil, nil
	}
	return s.Modules().Failures(), nil
}

// modulesOf finds the modulepath: what is said, else the environment that is
// said, else what config.yaml says, else the environment production if it is
// there. What pluginsync gathered comes behind it.
func (s *Session) modulesOf(ctx context.Context, choice ModuleChoice) (modules.Options, error) {
	rd := host.Machine().Reader()
	opt := modules.Options{Name: first(choice.Environment, s.Config.Environment, production)}
	opt.Synced = s.synced(ctx, rd)
	said := choice.Path
	if said == "" && choice.Environment == "" {
		said = s.Config.Modulepath
	}
	if said != "" {
		path, err := absolute(said)
		opt.Path = path
		return opt, err
	}
	named := first(choice.Environment, s.Config.Environment)
	if s.ConfigUnread != nil && named == "" {
		return modules.Options{Name: opt.Name}, nil
	}
	dir, err := s.environment(ctx, rd, opt.Name, named != "")
	if dir != "" {
		opt.Path = []string{dir}
	}
	return opt, err
}

// environment is the folder with the modules of an environment, "" when it is
// not there and need not be.
func (s *Session) environment(ctx context.Context, rd host.Reader, name string, needed bool) (string, error) {
	all := filepath.Join(filepath.Dir(s.paths.Config), "environments")
	dir := filepath.Join(all, name, "modules")
	if !goodEnvironment(name) {
		return "", &EnvironmentError{name, "it is no name of an environment: small letters, digits and _"}
	}
	_, err := rd.Stat(ctx, dir)
	switch {
	case err == nil:
		return dir, nil
	case !needed && errors.Is(err, fs.ErrNotExist):
		return "", nil
	}
	text := err.Error()
	if names, _ := rd.ReadDir(ctx, all); len(names) > 0 {
		text += "; there are " + strings.Join(names, ", ")
	}
	return "", &EnvironmentError{name, text}
}

// EnvironmentError is an environment that there is not.
type EnvironmentError struct{ Name, Why string }

// Error names it and says what there is.
func (e *EnvironmentError) Error() string { return "environment " + e.Name + ": " + e.Why }

func goodEnvironment(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// whole makes the folders of a modulepath that was typed whole paths: a relative one
// is the current folder.
func whole(said string) (string, error) {
	var path []string
	for dir := range strings.SplitSeq(said, ":") {
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

// absolute takes a modulepath apart. Its folders are whole paths, so that what a
// configuration loads does not depend on the current folder.
func absolute(said string) ([]string, error) {
	var path []string
	for dir := range strings.SplitSeq(said, ":") {
		switch {
		case dir == "":
		case !filepath.IsAbs(dir):
			return nil, fmt.Errorf("the folder %s of the modulepath is no absolute path", dir)
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
