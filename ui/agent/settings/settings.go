package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/goccy/go-yaml"

	"ralsh/ral/host/ownfiles"
)

// maxFile is in bytes.
const maxFile = 64 << 10

// read decodes a file into a struct. An error in it has the file, the line and the column.
func read(file string, into any) (err error) {
	data, err := bounded(file, maxFile)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil { // the library is known to panic on broken documents
			err = fmt.Errorf("%s: invalid YAML: %v", file, p)
		}
	}()
	doc := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict())
	if err := doc.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return placed(file, err)
	}
	if err := doc.Decode(new(any)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: the file has several YAML documents", file)
	}
	return nil
}

// placed returns an error of the library with its place in a file.
func placed(file string, err error) error {
	known, ok := errors.AsType[yaml.Error](err)
	if !ok || known.GetToken() == nil || known.GetToken().Position == nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	at := known.GetToken().Position
	return fmt.Errorf("%s:%d:%d: %s", file, at.Line, at.Column, known.GetMessage())
}

func bounded(file string, limit int64) ([]byte, error) {
	data, size, err := ownfiles.Peek(filepath.Dir(file)).ReadPart(filepath.Base(file), 0, limit)
	if err == nil && size > limit {
		err = fmt.Errorf("%s is too large (%d bytes, at most %d)", file, size, limit)
	}
	return data, err
}

const (
	AgentFile    = "/etc/ralsh/agent.yaml"
	ralshProgram = "/usr/bin/ralsh"
)

// Agent are the settings of the agent of a host.
type Agent struct {
	Connection `yaml:",inline"`
	// Program is the path of ralsh.
	Program string `yaml:"program"`
}

// ReadAgent reads agent.yaml.
func ReadAgent(file string) (Agent, error) {
	a := Agent{Program: ralshProgram}
	if err := read(file, &a); err != nil {
		return Agent{}, err
	}
	if err := a.check(file, ""); err != nil {
		return Agent{}, err
	}
	if !filepath.IsAbs(a.Program) {
		return Agent{}, fmt.Errorf("%s: program: %q is not an absolute path", file, a.Program)
	}
	return a, nil
}

const defaultKey = "~/.ssh/id_ed25519.pub"

// OperatorFile returns the path of nats.yaml in a configuration directory.
func OperatorFile(config string) string { return filepath.Join(config, "nats.yaml") }

// Operator are the settings of an operator.
type Operator struct {
	Connection `yaml:",inline"`
	// Principal is the name of the key in the files of the hosts; the default is Name.
	Principal string `yaml:"principal"`
	Key       string `yaml:"key"` // the path of the public key that signs orders
}

// ReadOperator reads nats.yaml of a user with a home directory.
func ReadOperator(file, home string) (Operator, error) {
	o := Operator{Key: defaultKey}
	if err := read(file, &o); err != nil {
		return Operator{}, err
	}
	if err := o.check(file, home); err != nil {
		return Operator{}, err
	}
	if o.Principal == "" {
		o.Principal = o.Name
	}
	o.Key = absolute(o.Key, file, home)
	return o, nil
}
