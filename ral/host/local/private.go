package local

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ralsh/ral/host"
)

// privateWord in an argument is replaced by the directory of Command.Private.
const privateWord = "{private}"

type privateFiles struct{ dir string }

// newPrivate creates the directory, in memory if possible, because its files may hold secrets.
// It returns nil if the command has no private files.
func newPrivate(files map[string][]byte) (*privateFiles, error) {
	if files == nil {
		return nil, nil
	}
	dir, err := os.MkdirTemp("/dev/shm", "ralsh-private-")
	if err != nil {
		dir, err = os.MkdirTemp("", "ralsh-private-")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot create a private copy: %w", err)
	}
	p := &privateFiles{dir}
	for name, data := range files {
		if err := p.write(name, data); err != nil {
			p.remove()
			return nil, fmt.Errorf("cannot create a private copy of %s: %w", name, host.Cause(err))
		}
	}
	return p, nil
}

func (p *privateFiles) write(name string, data []byte) error {
	file := filepath.Join(p.dir, filepath.Clean("/"+name))
	if strings.HasSuffix(name, "/") {
		return os.MkdirAll(file, 0o700)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o600)
}

func (p *privateFiles) path() string {
	if p == nil {
		return ""
	}
	return p.dir
}

func (p *privateFiles) fill(cmd host.Command) host.Command {
	if p == nil {
		return cmd
	}
	args := make([]string, len(cmd.Args))
	for i, arg := range cmd.Args {
		args[i] = strings.ReplaceAll(arg, privateWord, p.dir)
	}
	cmd.Args = args
	return cmd
}

// take returns the files after the command, and its output without the path of the directory.
func (p *privateFiles) take(res host.Result) (host.Result, error) {
	if p == nil {
		return res, nil
	}
	res.Stdout = bytes.ReplaceAll(res.Stdout, []byte(p.dir), nil)
	res.Stderr = bytes.ReplaceAll(res.Stderr, []byte(p.dir), nil)
	res.Private = make(map[string][]byte)
	err := filepath.WalkDir(p.dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(file)
		res.Private[strings.TrimPrefix(file, p.dir)] = data
		return err
	})
	return res, err
}

func (p *privateFiles) remove() {
	if p != nil {
		_ = os.RemoveAll(p.dir)
	}
}
