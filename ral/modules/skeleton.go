package modules

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

//go:embed skeleton
var skeleton embed.FS

// bones are the files of a new module and their templates.
var bones = [...]struct{ from, to string }{
	{"metadata.json", "metadata.json"},
	{"type.star", "lib/ral/type/NAME.star"},
	{"provider.star", "lib/ral/provider/NAME/file.star"},
	{"test.star", "test/file.star"},
}

// New writes a module that can be loaded, planned and applied, into a new
// directory, and returns the paths of its files. account is the author in the
// metadata, if an author can have its name.
func New(ctx context.Context, wr host.Writer, dir, account string, base *ral.Registry) ([]string, error) {
	_, name := path.Split(dir)
	if err := checkName(name); err != nil {
		return nil, err
	}
	if base.Type(name) != nil {
		return nil, &NameError{name, "ralsh has a built-in type of this name"}
	}
	if err := wr.Mkdir(ctx, dir, 0o755); errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s already exists: choose a different name", dir)
	} else if err != nil {
		return nil, fmt.Errorf("cannot create %s: %w", dir, host.Cause(err))
	}
	named := strings.NewReplacer("AUTHOR", author(account, name), "NAME", name)
	var files []string
	for _, bone := range bones {
		text, err := skeleton.ReadFile("skeleton/" + bone.from)
		if err != nil {
			return files, err
		}
		rel := named.Replace(bone.to)
		if err := makeDirs(ctx, wr, dir, path.Dir(rel)); err != nil {
			return files, err
		}
		file := path.Join(dir, rel)
		if err := wr.WriteFile(ctx, file, []byte(named.Replace(string(text))), host.WriteOptions{}); err != nil {
			return files, fmt.Errorf("cannot write %s: %w", file, host.Cause(err))
		}
		files = append(files, file)
	}
	return files, nil
}

// author returns the account, or the name of the module if the account is unknown or
// contains other characters than the letters and digits of an author in Puppet.
func author(account, module string) string {
	if account == "" || strings.ContainsFunc(account, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
		return strings.ReplaceAll(module, "_", "")
	}
	return account
}

// makeDirs creates the missing directories below dir.
func makeDirs(ctx context.Context, wr host.Writer, dir, rel string) error {
	for part := range strings.SplitSeq(rel, "/") {
		dir = path.Join(dir, part)
		if there, err := wr.Reader().Exists(ctx, dir); err != nil || there {
			if err != nil {
				return err
			}
			continue
		}
		if err := wr.Mkdir(ctx, dir, 0o755); err != nil {
			return err
		}
	}
	return nil
}

// checkName checks the name of a module.
func checkName(name string) error {
	if !goodName(name) {
		return &NameError{name, "use lower-case letters, digits and _, starting with a letter"}
	}
	return nil
}

// NameError is an invalid name for a module.
type NameError struct{ Name, Why string }

// Error returns the reason.
func (e *NameError) Error() string {
	return fmt.Sprintf("invalid module name %q: %s", e.Name, e.Why)
}
