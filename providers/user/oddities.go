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

// oddities finds what is odd about accounts as they stand. Each shell is looked
// at once.
type oddities struct {
	look   host.Look
	view   *view
	shells map[string]string
	byUID  map[int64]int // the first of view.passwd that has it
}

func newOddities(look host.Look, v *view) *oddities {
	o := &oddities{look: look, view: v, shells: make(map[string]string), byUID: make(map[int64]int, v.passwd.Len())}
	for i, p := range v.passwd.All() {
		if _, taken := o.byUID[p.UID]; !taken {
			o.byUID[p.UID] = i
		}
	}
	return o
}

func (o *oddities) of(ctx context.Context, p accounts.Passwd) []string {
	var list []string
	if text := o.shell(ctx, p.Shell); text != "" {
		list = append(list, text)
	}
	if first := o.view.passwd.At(o.byUID[p.UID]); first.Name != p.Name {
		list = append(list, fmt.Sprintf("its uid %d is also that of %s (%s)",
			p.UID, first.Name, accounts.At(accounts.PasswdFile, first.Line)))
	}
	if o.view.groupErr == nil {
		if _, ok := o.view.group.NameOf(p.GID); !ok {
			list = append(list, fmt.Sprintf("no group in %s has its gid %d", accounts.GroupFile, p.GID))
		}
	}
	if text := o.password(p); text != "" {
		list = append(list, text)
	}
	return list
}

func (o *oddities) shell(ctx context.Context, path string) string {
	if path == "" {
		return ""
	}
	text, seen := o.shells[path]
	if !seen {
		if err := checkShell(ctx, o.look, path); err != nil {
			text = fmt.Sprintf("its shell %s %s", path, err.reason)
		}
		o.shells[path] = text
	}
	return text
}

func (o *oddities) password(p accounts.Passwd) string {
	if o.view.shadowErr != nil {
		return ""
	}
	if err := o.view.shadow.Check(p.Name); err != nil {
		return err.Error()
	}
	s, ok := o.view.shadow.Get(p.Name)
	switch {
	case !ok && p.Password == "x":
		return "it has no line in " + accounts.ShadowFile
	case !ok && p.Password == "" || ok && s.Password == "":
		return "its password is empty: none is asked for"
	}
	return ""
}

// shellError is a login shell that cannot be started.
type shellError struct{ path, reason, must string }

// Error says what the shell must be.
func (e *shellError) Error() string { return fmt.Sprintf("Shell %s must %s", e.path, e.must) }

// Unwrap makes it something that another resource may be about to bring.
func (e *shellError) Unwrap() error { return &ral.AwaitedError{Type: "file", Name: e.path} }

// checkShell returns nil for a shell that is fine, or that cannot be looked at.
func checkShell(ctx context.Context, look host.Look, path string) *shellError {
	info, err := look.Stat(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &shellError{path, "is not there", "exist"}
	case err == nil && (!info.Mode.IsRegular() || info.Mode.Perm()&0o111 == 0):
		return &shellError{path, "is not executable", "be executable"}
	}
	return nil
}
