package fleet

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
)

// Places are the possible sources of an inventory: the named file, otherwise ralsh's file of
// hosts, otherwise the configuration of ssh(1).
type Places struct {
	Named string    // its name in messages, or ""
	In    io.Reader // of the named file; read to its end
	Own   string    // path of ralsh's file of hosts
	SSH   string    // path of the configuration of ssh
}

// Open reads the inventory. Without any file it is empty.
func Open(p Places) (*Inventory, error) {
	files := machineFiles{}
	if p.Named != "" {
		data, err := io.ReadAll(io.LimitReader(p.In, maxInventory+1))
		if err != nil {
			return nil, unread(p.Named, err)
		}
		return ParseInventory(p.Named, data, files)
	}
	data, err := ownfiles.ReadConfig(p.Own)
	if err == nil {
		return ParseInventory(p.Own, data, files)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, unread(p.Own, err)
	}
	inv := newInventory(p.SSH)
	inv.missing = p.Own
	if data, err = files.Read(p.SSH); err != nil {
		return inv, nil // the file is optional for ssh(1) too
	}
	return inv, inv.parseSSH(p.SSH, data, files)
}

// unread returns the error of a file of hosts that cannot be read.
func unread(file string, err error) error {
	return fmt.Errorf("cannot read the hosts from %s: %w", file, host.Cause(err))
}

type machineFiles struct{}

// Read returns a file of at most maxInventory bytes.
func (machineFiles) Read(name string) ([]byte, error) {
	dir, base := filepath.Split(name)
	data, size, err := ownfiles.Peek(dir).ReadPart(base, 0, maxInventory)
	if err == nil && size > maxInventory {
		err = fmt.Errorf("%s is too large (at most %d KiB)", name, maxInventory>>10)
	}
	return data, err
}

// Glob returns the files that a pattern matches.
func (machineFiles) Glob(pattern string) []string {
	list, _ := filepath.Glob(pattern) // a bad pattern has no matches
	return list
}
