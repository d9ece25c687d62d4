package access

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// files is self.fs.
type files struct {
	convert.InternalValue
	m *Access
}

var readOnlyHelp = []string{"exists", "find", "list", "read", "readlink", "stat"}

// AttrNames returns the functions of self.fs.
func (f files) AttrNames() []string {
	return append([]string{"chmod", "chown", "mkdir", "remove", "symlink", "write"}, readOnlyHelp...)
}

// Attr returns a function of self.fs.
func (f files) Attr(name string) (starlark.Value, error) {
	switch name {
	case "exists", "find", "list", "readlink", "stat":
		return starlark.NewBuiltin("fs."+name, f.reading), nil
	case "read":
		return starlark.NewBuiltin("fs.read", f.read), nil
	case "write":
		return starlark.NewBuiltin("fs.write", f.write), nil
	case "mkdir", "remove", "chmod", "chown", "symlink":
		return starlark.NewBuiltin("fs."+name, f.changing), nil
	}
	return nil, nil
}

// reading implements the functions that read a path.
func (f files) reading(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var path string
	if err := convert.Unpack(b.Name(), args, kwargs, "path", &path); err != nil {
		return nil, err
	}
	if err := f.m.Usable(); err != nil {
		return nil, err
	}
	rd, ctx := f.m.rd, f.m.Context
	switch b.Name() {
	case "fs.exists":
		there, err := rd.Exists(ctx, path)
		return starlark.Bool(there), script.FromHost(err)
	case "fs.list":
		names, err := rd.ReadDir(ctx, path)
		return convert.FromValue(value.Strs(names...)), script.FromHost(err)
	case "fs.readlink":
		to, err := rd.ReadLink(ctx, path)
		return starlark.String(to), script.FromHost(err)
	case "fs.find":
		found, err := rd.Find(ctx, path)
		if _, missing := errors.AsType[*host.NoCommandError](err); missing {
			return starlark.None, nil
		}
		return starlark.String(found.Path), script.FromHost(err)
	}
	info, err := rd.Lstat(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return starlark.None, nil
	}
	return statOf(info), script.FromHost(err)
}

// statOf returns the result of stat; None if the path does not exist. It does not follow
// links.
func statOf(info host.Info) starlark.Value {
	kind := "file"
	switch {
	case info.IsDir():
		kind = "directory"
	case info.IsLink():
		kind = "link"
	case !info.Mode.IsRegular():
		kind = "special"
	}
	return starlarkstruct.FromStringDict(starlark.String("stat"), starlark.StringDict{
		"kind": starlark.String(kind), "mode": starlark.String(fmt.Sprintf("%04o", host.OctalMode(info.Mode))),
		"uid": starlark.MakeInt(info.UID), "gid": starlark.MakeInt(info.GID), "size": starlark.MakeInt64(info.Size),
		"mtime": starlark.MakeInt64(info.ModTime.Unix()),
	})
}

// read implements read(path, missing = ...). Without missing, a missing file is
// an error.
func (f files) read(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var path string
	var missing starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "path", &path, "missing?", &missing); err != nil {
		return nil, err
	}
	if err := f.m.Usable(); err != nil {
		return nil, err
	}
	data, err := f.m.rd.ReadFile(f.m.Context, path)
	if missing != nil && errors.Is(err, fs.ErrNotExist) {
		return missing, nil
	}
	return starlark.String(data), script.FromHost(err)
}

// write implements write(path, text, mode = "0644", uid = 0, gid = 0). The text
// may be a secret.
func (f files) write(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var path, mode string
	var x starlark.Value
	uid, gid := -1, -1
	if err := convert.Unpack(b.Name(), args, kwargs, "path", &path, "text", &x, "mode?", &mode, "uid?", &uid, "gid?", &gid); err != nil {
		return nil, err
	}
	wr, err := f.m.Writer("fs.write(" + path + ")")
	if err != nil {
		return nil, err
	}
	v, err := convert.ToValue(x)
	if err != nil {
		return nil, err
	}
	opt := host.WriteOptions{Secret: v.IsSecret()}
	if mode != "" {
		bits, err := parseMode(mode)
		if err != nil {
			return nil, err
		}
		opt.Mode = &bits
	}
	if uid >= 0 {
		opt.UID = &uid
	}
	if gid >= 0 {
		opt.GID = &gid
	}
	text := v.Reveal().Text()
	if err := f.masks(b.Name()+"("+path+")", path, text); err != nil {
		return nil, err
	}
	return starlark.None, script.FromHost(wr.WriteFile(f.m.Context, path, []byte(text), opt))
}

// masks returns an error if a text contains more masks than the file that it replaces. A
// file that contains "[redacted]" can still be edited.
func (f files) masks(name, path, text string) error {
	err := convert.Masked(name, text)
	if err == nil {
		return nil
	}
	old, unread := f.m.rd.ReadFile(f.m.Context, path)
	if unread == nil && strings.Count(string(old), value.Redacted) >= strings.Count(text, value.Redacted) {
		return nil
	}
	return err
}

// changing implements mkdir(path, mode), remove(path, recurse), chmod(path,
// mode), chown(path, uid, gid) and symlink(path, target).
func (f files) changing(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var path, target string
	mode, uid, gid, recurse := "0755", -1, -1, false
	pairs := map[string][]any{
		"fs.mkdir": {"mode?", &mode}, "fs.remove": {"recurse?", &recurse}, "fs.chmod": {"mode", &mode},
		"fs.chown": {"uid?", &uid, "gid?", &gid}, "fs.symlink": {"target", &target},
	}[b.Name()]
	if err := convert.Unpack(b.Name(), args, kwargs, append([]any{"path", &path}, pairs...)...); err != nil {
		return nil, err
	}
	if err := convert.Masked(b.Name(), path+"\n"+target); err != nil {
		return nil, err
	}
	wr, err := f.m.Writer(b.Name() + "(" + path + ")")
	if err != nil {
		return nil, err
	}
	bits, err := parseMode(mode)
	if err != nil {
		return nil, err
	}
	switch b.Name() {
	case "fs.mkdir":
		err = wr.Mkdir(f.m.Context, path, bits)
	case "fs.remove":
		err = wr.Remove(f.m.Context, path, recurse)
	case "fs.chmod":
		err = wr.Chmod(f.m.Context, path, bits)
	case "fs.chown":
		err = wr.Chown(f.m.Context, path, uid, gid)
	default:
		err = wr.Symlink(f.m.Context, target, path)
	}
	return starlark.None, script.FromHost(err)
}

// parseMode parses "0644".
func parseMode(text string) (fs.FileMode, error) {
	n, err := strconv.ParseUint(text, 8, 12)
	if err != nil {
		return 0, fmt.Errorf("%q is not a mode: write four octal digits in quotes (example: \"0644\")", text)
	}
	return host.FileMode(uint32(n)), nil
}
