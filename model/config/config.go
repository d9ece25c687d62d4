package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/yaml"
)

// Settings holds the settings of config.yaml.
type Settings struct {
	Keep             journal.Retention // history.keep: retention of earlier runs
	Modulepath       string            // modules.path: directories, joined by colons
	Environment      string            // modules.environment
	Ruby             string            // modules.ruby: auto, off or the path of an interpreter
	RubyReadPrograms []string          // modules.looks: programs that run on the host, or ruby.AnyProgram
	// RubyPatience is modules.patience: how long Ruby code may read; 0 is the default.
	RubyPatience time.Duration
	Keys         []Binding // keys: remapped keys
	Theme        Theme     // theme: the colours of the screens
	Mouse        bool      // mouse: whether the terminal UI uses the mouse
}

// Default returns the defaults: 200 runs, and 256 MiB of contents for
// undo.
func Default() Settings {
	return Settings{Keep: journal.Retention{Runs: 200, Bytes: 256 << 20}}
}

// maxSize is the maximum size of a configuration, in bytes.
const maxSize = 64 << 10

// Read reads config.yaml, or returns the defaults if the file is missing.
// The error for an unknown setting has its file:line:column and the nearest name.
// If the file is not readable, the error is fs.ErrPermission.
func Read(file string) (Settings, error) {
	c := Default()
	data, err := ownfiles.ReadConfig(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return c, fmt.Errorf("cannot read the configuration: %w", host.Plain(err))
	case len(data) > maxSize:
		return c, fmt.Errorf("%s is too long (at most %d KiB)", file, maxSize>>10)
	}
	if err := c.parse(data); err != nil {
		return c, inFile(file, err)
	}
	for i := range c.Keys {
		c.Keys[i].in(file)
	}
	c.Theme.in(file)
	return c, nil
}

// section is a part of the configuration: it maps names to sections or
// settings.
type section map[string]any

// setting parses and stores a value. Its error may have a position.
type setting func(*yaml.Node) error

func (c *Settings) sections() section {
	return section{
		"history": section{
			"keep": section{"runs": countSetting(&c.Keep.Runs), "contents": sizeSetting(&c.Keep.Bytes)},
		},
		"modules": section{"path": pathSetting(&c.Modulepath), "environment": textSetting(&c.Environment), "ruby": rubySetting(&c.Ruby), "looks": readProgramsSetting(&c.RubyReadPrograms), "patience": secondsSetting(&c.RubyPatience)},
		"keys":    keysSetting(&c.Keys),
		"theme":   themeSetting(&c.Theme),
		"mouse":   boolSetting(&c.Mouse),
	}
}

func (c *Settings) parse(data []byte) error {
	docs, err := yaml.Parse(data, yaml.Limits{})
	if bad, ok := errors.AsType[*yaml.Error](err); ok {
		return placed{fmt.Sprintf("%d:%d", bad.Line, bad.Column), errors.New(bad.Message)}
	}
	for i := range docs {
		err = errors.Join(err, c.sections().take("", &docs[i]))
	}
	return err
}

// inFile prepends the file to the position of each error.
func inFile(file string, err error) error {
	several, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("%s:%w", file, err)
	}
	var all []error
	for _, one := range several.Unwrap() {
		all = append(all, inFile(file, one))
	}
	return errors.Join(all...)
}

// take reads a map and returns all errors in it. within is the name of the
// section, "" at the top.
func (s section) take(within string, n *yaml.Node) error {
	switch {
	case isNull(n):
		return nil
	case n.Kind != yaml.Map:
		return at(n, "%s must be a map of settings", or(within, "the configuration"))
	}
	var wrong []error
	for i := range n.Keys {
		key, item := &n.Keys[i], &n.Items[i]
		name := key.Text
		if within != "" {
			name = within + "." + name
		}
		var err error
		switch inner := s[key.Text].(type) {
		case nil:
			err = s.unknown(within, name, key)
		case section:
			err = inner.take(name, item)
		case setting:
			if err = inner(item); err != nil && !isPlaced(err) {
				err = at(item, "%s: %w", name, err)
			}
		}
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

func (s section) unknown(within, name string, key *yaml.Node) error {
	text := fmt.Sprintf("unknown setting %q", name)
	if near := ral.Nearest(key.Text, slices.Sorted(maps.Keys(s))); near != "" {
		if within != "" {
			near = within + "." + near
		}
		text += fmt.Sprintf(" (did you mean %q?)", near)
	}
	return at(key, "%s", text)
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// placed is an error with its line and column.
type placed struct {
	where string
	err   error
}

func (p placed) Error() string { return p.where + ": " + p.err.Error() }
func (p placed) Unwrap() error { return p.err }

func isPlaced(err error) bool {
	_, ok := errors.AsType[placed](err)
	return ok
}

func at(n *yaml.Node, format string, args ...any) error {
	return placed{place(n), fmt.Errorf(format, args...)}
}

func place(n *yaml.Node) string { return fmt.Sprintf("%d:%d", n.Line, n.Column) }

func isNull(n *yaml.Node) bool { return n.Kind == yaml.Scalar && n.Value == nil }
