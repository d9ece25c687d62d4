package file

import (
	"context"
	"errors"
	"io/fs"
	"path"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func posix() ral.Provider {
	return ral.Provider{
		Name:     "posix",
		Doc:      "Reads and changes the file system directly. It replaces a file by a rename, so that no process sees an incomplete file, and follows a link only with `links => follow`.",
		Features: []string{"manages_symlinks"},
		Commands: []ral.Command{
			{Binary: "stat", Optional: true, Queries: [][]string{{"--printf=%C", "--", "*"}, {"-L", "--printf=%C", "--", "*"}}, QueryFiles: []string{"/etc/selinux"}},
			{Binary: "chcon", Optional: true},
			accounts.Getent(),
		},
		Writes: ral.Writes{Reach: func(r *ral.Resource, _ host.Act) ral.Reach { return ral.Reach{Paths: []string{r.Name()}} }},
		New: func() any {
			return &files{
				users:  &owners{kind: "user", file: "/etc/passwd"},
				groups: &owners{kind: "group", file: "/etc/group"},
				sums:   make(map[string]*host.FileCache),
			}
		},
	}
}

type files struct {
	users, groups *owners
	sums          map[string]*host.FileCache // of sources on this host, by kind of checksum
}

// stat describes the path, following links according to the parameter links; ok
// is false if it does not exist.
func stat(ctx context.Context, rd host.Reader, r *ral.Resource) (info host.Info, ok bool, err error) {
	if follows(r) {
		info, err = rd.Stat(ctx, r.Name())
	} else {
		info, err = rd.Lstat(ctx, r.Name())
	}
	switch {
	case err == nil:
		return info, true, nil
	case errors.Is(err, fs.ErrNotExist) || belowFile(ctx, rd, r.Name()):
		return info, false, nil
	}
	return info, false, cannot("access", r.Name(), err)
}

// follows reports whether to follow links. A declared link is managed as a
// link, because the run would otherwise never find it.
func follows(r *ral.Resource) bool {
	return r.Get("links").IsSym("follow") && !r.Get("ensure").IsSym("link")
}

// belowFile reports whether a parent is not a directory, so that the path does
// not exist.
func belowFile(ctx context.Context, rd host.Reader, name string) bool {
	for name != "/" {
		name = path.Dir(name)
		if info, err := rd.Stat(ctx, name); err == nil {
			return !info.IsDir()
		}
	}
	return false
}

var kinds = map[fs.FileMode]string{
	0: "file", fs.ModeDir: "directory", fs.ModeSymlink: "link", fs.ModeNamedPipe: "fifo",
	fs.ModeSocket: "socket", fs.ModeDevice: "blockSpecial", fs.ModeDevice | fs.ModeCharDevice: "characterSpecial",
}

func kindOf(info host.Info) string {
	if kind, ok := kinds[info.Mode.Type()]; ok {
		return kind
	}
	return "unknown"
}

func (b *files) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	return b.RetrieveSelected(ctx, rd, r, func(*ral.Attribute) bool { return true })
}

// RetrieveSelected reads the kind of the path and the wanted properties. If the
// kind will change, it reads all properties for an undo.
func (b *files) RetrieveSelected(ctx context.Context, rd host.Reader, r *ral.Resource, selected func(*ral.Attribute) bool) (*ral.Instance, error) {
	info, there, err := stat(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	if !there {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	inst := ral.NewInstance(r.Type, r.Name())
	inst.From = r.Name()
	kind := kindOf(info)
	inst.Set("ensure", value.Sym(kind)).Set("type", value.Str(kind))
	whole := !stays(r, kind)
	wants := func(attr string) bool { return whole || selected(r.Type.Attr(attr)) }
	if wants("mode") {
		inst.Set("mode", value.Str(octalText(info.Mode)))
	}
	if wants("owner") {
		inst.Set("owner", ownerValue(b.users.name(ctx, rd, info.UID), info.UID))
	}
	if wants("group") {
		inst.Set("group", ownerValue(b.groups.name(ctx, rd, info.GID), info.GID))
	}
	const layout = "2006-01-02 15:04:05 -0700"
	if wants("mtime") {
		inst.Set("mtime", value.Str(info.ModTime.Format(layout)))
	}
	if !info.ChangeTime.IsZero() && wants("ctime") {
		inst.Set("ctime", value.Str(info.ChangeTime.Format(layout)))
	}
	switch {
	case kind == "link" && wants("target"):
		inst.Set("target", b.target(ctx, rd, r.Name()))
	case kind == "file" && (wants("content") || r.Has("source")):
		// With checksum => none, only a removal reads the content.
		if !r.Get("checksum").IsSym("none") || r.Removing() {
			inst.Set("content", contentOf(ctx, rd, r, info))
		}
	}
	b.readLabel(ctx, rd, r, inst)
	return inst, nil
}

// stays reports whether a path of this kind stays of this kind.
func stays(r *ral.Resource, kind string) bool {
	ensure := r.Get("ensure")
	return ensure.IsNil() || ensure.IsSym("present") || ensure.IsSym(kind)
}

func (b *files) target(ctx context.Context, rd host.Reader, name string) value.Value {
	target, err := rd.ReadLink(ctx, name)
	if err != nil {
		return value.Unread(cannot("read", name, err).Error())
	}
	return value.Str(target)
}

// ownerValue returns the name of an owner, or else the number.
func ownerValue(name string, id int) value.Value {
	if name == "" {
		return value.Int(int64(id))
	}
	return value.Str(name)
}

// InSync compares owners by number, because two names may have the same
// number.
func (b *files) InSync(ctx context.Context, rd host.Reader, _ *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	of := b.users
	switch attr {
	case "seluser", "selrole", "seltype", "selrange":
		return true, !enabled(ctx, rd), nil
	case "group":
		of = b.groups
	case "owner":
	default:
		return false, false, nil
	}
	if is.IsAbsent() || is.IsUnknown() || is.IsNil() {
		return false, false, nil
	}
	now, err := of.id(ctx, rd, is.Text())
	if err != nil {
		return false, false, err
	}
	want, err := of.id(ctx, rd, should.Reveal().Text())
	return now == want, err == nil, err
}
