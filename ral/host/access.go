package host

import (
	"context"
	"fmt"
)

// UntrustedLinkError is a symbolic link that root does not follow. It is in or below a
// directory that a different user may write, and belongs neither to root nor to the owner of
// the root directory, who may replace everything anyway.
//
// fs.protected_symlinks (proc_sys_fs(5)) has a similar rule for sticky world-writable
// directories: a link must belong to the user that follows it. Here it applies to every
// directory that is not writable by root alone. As in the kernel, a link of root is always
// followed. A group-writable directory counts as writable by other users, even if the group is
// root, because the same bits represent an access list (acl(5)).
type UntrustedLinkError struct {
	Link  string
	Owner int
}

func (e *UntrustedLinkError) Error() string {
	return fmt.Sprintf("root does not follow the link %s of uid %d in a directory that other users may write", e.Link, e.Owner)
}

type trustedLinksKey struct{}

// WithTrustedLinks returns a context in which root also reads only through links that it would
// write through (UntrustedLinkError). It is for reads that determine written content.
func WithTrustedLinks(ctx context.Context) context.Context {
	return context.WithValue(ctx, trustedLinksKey{}, true)
}

// ReadsTrustedLinks reports whether the context is of WithTrustedLinks.
func ReadsTrustedLinks(ctx context.Context) bool { return ctx.Value(trustedLinksKey{}) != nil }

// OtherUser returns the user of WithUser, who may follow any link. ok is false for root.
func OtherUser(ctx context.Context) (uid, gid int, ok bool) {
	a, other := ctx.Value(actorKey{}).(actor)
	return a.uid, a.gid, other && a.uid != 0
}

// ActsAsOther reports whether the context acts as a user other than root (WithUser).
func ActsAsOther(ctx context.Context) bool {
	_, _, ok := OtherUser(ctx)
	return ok
}

// WritableByOthers reports whether users other than the owner may write the file.
func (i Info) WritableByOthers() bool { return i.Mode.Perm()&0o022 != 0 }

// WithUser returns a context in which files of this machine are read and written with the
// privileges of a different user: a malicious link in a directory of that user leads only to
// files that its owner may access. Only root can act as a different user; for other users the
// context has no effect. Below a root directory it does not affect reading, because the
// directory may be inaccessible to its users. It does not affect commands.
func WithUser(ctx context.Context, uid, gid int) context.Context {
	return context.WithValue(ctx, actorKey{}, actor{uid, gid})
}

type actorKey struct{}

type actor struct{ uid, gid int }
