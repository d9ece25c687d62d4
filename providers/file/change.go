package file

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"ralsh/providers/internal/commandline"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func (b *files) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return b.make(ctx, wr, r, r.Get("ensure"))
}

func (b *files) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if attr == "ensure" {
		return b.make(ctx, wr, r, should)
	}
	if isLabel(attr) {
		return b.relabel(ctx, wr, r)
	}
	w, err := b.metadata(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	info, there, err := stat(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	if !there {
		return cannot("change", r.Name(), fs.ErrNotExist)
	}
	switch attr {
	case "content":
		return b.rewrite(ctx, wr, r, info, should)
	case "target":
		return b.replaceLink(ctx, wr, r, info, should.Reveal().Text())
	case "mode":
		mode, err := desiredMode(should.Reveal().Text(), host.OctalMode(info.Mode), info.IsDir())
		if err != nil {
			return err
		}
		return wrap("change the mode of", r.Name(), wr.Chmod(ctx, r.Name(), host.FileMode(mode)))
	}
	uid, gid := -1, -1
	if attr == "owner" && w.UID != nil {
		uid = *w.UID
	}
	if attr == "group" && w.GID != nil {
		gid = *w.GID
	}
	return b.chown(ctx, wr, r, info, uid, gid)
}

// rewrite replaces the content and keeps mode and owner.
func (b *files) rewrite(ctx context.Context, wr host.Writer, r *ral.Resource, info host.Info, should value.Value) error {
	if !info.Mode.IsRegular() {
		return fmt.Errorf("cannot write content to %s: it is a %s", r.Name(), kindOf(info))
	}
	data, err := b.content(ctx, wr.Reader(), r, should)
	if err != nil {
		return err
	}
	w := host.WriteOptions{Secret: secret(r)}
	if err := b.validation(ctx, wr.Reader(), r, &w); err != nil {
		return err
	}
	if err := b.keep(ctx, wr, r, info); err != nil {
		return err
	}
	return wrap("write", r.Name(), data.write(ctx, wr, r.Name(), w))
}

// replaceLink replaces the target of a link by rename, and restores its owner
// on the new link.
func (b *files) replaceLink(ctx context.Context, wr host.Writer, r *ral.Resource, info host.Info, target string) error {
	if !info.IsLink() {
		return fmt.Errorf("cannot set a target for %s: it is a %s", r.Name(), kindOf(info))
	}
	if err := wr.Symlink(ctx, target, r.Name()); err != nil {
		return cannot("create the link", r.Name(), err)
	}
	if uid := wr.Reader().UID(); info.UID == uid && (uid != 0 || info.GID == 0) {
		return nil
	}
	return wrap("change the owner of", r.Name(), wr.Chown(ctx, r.Name(), info.UID, info.GID))
}

// chown changes the owner. The kernel then clears setuid and setgid of a file,
// so the mode is set again.
func (b *files) chown(ctx context.Context, wr host.Writer, r *ral.Resource, info host.Info, uid, gid int) error {
	name := r.Name()
	if follows(r) {
		var err error
		if name, err = wr.Reader().RealPath(ctx, name); err != nil {
			return cannot("follow the link", r.Name(), err)
		}
	}
	if err := wr.Chown(ctx, name, uid, gid); err != nil {
		return cannot("change the owner of", r.Name(), err)
	}
	if info.Mode.IsRegular() && info.Mode&(fs.ModeSetuid|fs.ModeSetgid) != 0 {
		return wrap("change the mode of", r.Name(), wr.Chmod(ctx, name, info.Mode))
	}
	return nil
}

// metadata returns the mode and owner of a new path. It resolves names before
// the first change.
func (b *files) metadata(ctx context.Context, rd host.Reader, r *ral.Resource) (host.WriteOptions, error) {
	w := host.WriteOptions{Secret: secret(r)}
	var err error
	if w.UID, err = b.users.desired(ctx, rd, r, "owner"); err != nil {
		return w, err
	}
	w.GID, err = b.groups.desired(ctx, rd, r, "group")
	return w, err
}

// secret reports whether the content must not be shown.
func secret(r *ral.Resource) bool {
	return r.IsSecret("content") || r.IsSecret("source")
}

func wrap(what, path string, err error) error {
	if err == nil {
		return nil
	}
	return cannot(what, path, err)
}

// validation adds the validation command of the new content and its directory, which must
// exist, to the options of the write.
func (b *files) validation(ctx context.Context, rd host.Reader, r *ral.Resource, w *host.WriteOptions) error {
	w.Check, w.Stage = validator(r), r.Get("staging_location").Text()
	if w.Check == nil || w.Stage == "" {
		return nil
	}
	return b.within(ctx, rd, "write", r.Name(), w.Stage)
}

// validator returns the function that builds the validation command, or nil.
func validator(r *ral.Resource) func(file string) host.Command {
	if !r.Has("validate_cmd") {
		return nil
	}
	line, mark := r.Get("validate_cmd").Text(), r.Get("validate_replacement").Text()
	hidden := r.IsSecret("validate_cmd")
	return func(file string) host.Command {
		if commandline.NeedsShell(line) {
			line := strings.ReplaceAll(line, mark, host.ShellQuote(file))
			return host.Command{Name: commandline.Shell, Args: []string{"-c", line}, Hidden: hidden}
		}
		words := commandline.Of(line)
		if len(words) == 0 {
			words = []string{""}
		}
		for i, w := range words {
			words[i] = strings.ReplaceAll(w, mark, file)
		}
		return host.Command{Name: words[0], Args: words[1:], Hidden: hidden}
	}
}
