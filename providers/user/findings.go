package user

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
)

// findings collects the findings of accounts. It checks each shell and each gid only once.
type findings struct {
	rd     host.Reader
	view   *view
	shells map[string]string
	gids   map[int64]string
}

func newFindings(rd host.Reader, v *view) *findings {
	return &findings{rd: rd, view: v, shells: make(map[string]string), gids: make(map[int64]string)}
}

// of returns the findings of an account with known properties.
func (o *findings) of(ctx context.Context, inst *ral.Instance, p accounts.Passwd) []string {
	var list []string
	if text := o.shell(ctx, p.Shell); text != "" {
		list = append(list, text)
	}
	passwd := o.view.passwd
	if i := passwd.FirstWith(p.UID, p.Line); i >= 0 && passwd.Name(i) != p.Name {
		list = append(list, fmt.Sprintf("the uid %d also belongs to %s (%s)",
			p.UID, passwd.Name(i), accounts.At(accounts.PasswdFile, passwd.Line(i))))
	}
	if text := o.primaryGroup(p.GID); text != "" {
		list = append(list, text)
	}
	if text := o.password(inst); text != "" {
		list = append(list, text)
	}
	return list
}

func (o *findings) shell(ctx context.Context, path string) string {
	if path == "" {
		return ""
	}
	text, seen := o.shells[path]
	if !seen {
		if err := checkShell(ctx, o.rd, path); err != nil {
			text = fmt.Sprintf("the shell %s %s", path, err.reason)
		}
		o.shells[path] = text
	}
	return text
}

func (o *findings) primaryGroup(gid int64) string {
	if o.view.groupErr != nil {
		return ""
	}
	text, seen := o.gids[gid]
	if !seen {
		if _, ok := o.view.group.NameOf(gid); !ok {
			text = fmt.Sprintf("no group in %s has the gid %d", accounts.GroupFile, gid)
		}
		o.gids[gid] = text
	}
	return text
}

func (o *findings) password(inst *ral.Instance) string {
	if o.view.shadowErr != nil {
		return ""
	}
	if err := o.view.shadow.Check(inst.Name); err != nil {
		return err.Error()
	}
	switch is := inst.Get("password"); {
	case is.IsAbsent():
		return "the account has no line in " + accounts.ShadowFile
	case is.Reveal().Text() == "":
		return "the password is empty: a login needs no password"
	}
	return ""
}

// shellError reports a login shell that cannot be started.
type shellError struct{ path, reason, must string }

func (e *shellError) Error() string { return fmt.Sprintf("Shell %s must %s", e.path, e.must) }

// Unwrap returns a *ral.DependencyError, because a file resource of the plan
// may provide the shell.
func (e *shellError) Unwrap() error { return &ral.DependencyError{Type: "file", Name: e.path} }

// checkShell returns nil for a shell that is executable or that cannot be read.
func checkShell(ctx context.Context, rd host.Reader, path string) *shellError {
	info, err := rd.Stat(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &shellError{path, "does not exist", "exist"}
	case err == nil && (!info.Mode.IsRegular() || info.Mode.Perm()&0o111 == 0):
		return &shellError{path, "is not executable", "be executable"}
	}
	return nil
}
