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

func readsTrustedOnly(ctx context.Context) bool { return ctx.Value(trustedLinksKey{}) != nil }

// actsAsAnother reports whether the context acts as a different user, who may follow any link
// (WithUser).
func actsAsAnother(ctx context.Context) bool {
	a, other := ctx.Value(actorKey{}).(actor)
	return other && a.uid != 0
}

func writableByOthers(dir Info) bool { return dir.Mode.Perm()&0o022 != 0 }

func (f files) forRead(ctx context.Context) files {
	if readsTrustedOnly(ctx) {
		return f.forWrite(ctx)
	}
	return f
}

func (f files) forWrite(ctx context.Context) files {
	f.guarded = f.uid == 0 && !actsAsAnother(ctx)
	return f
}
