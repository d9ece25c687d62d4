package host

import (
	"context"
	"fmt"
)

// UntrustedLinkError is a symbolic link that root does not follow. It lies in, or
// below, a directory that another user may write, and belongs neither to root nor
// to the owner of the root directory, who may replace all there is.
//
// This is what fs.protected_symlinks (proc_sys_fs(5)) asks in a sticky directory
// that everybody may write, that who follows a link owns it; here it holds in
// every directory that is not root's alone. As there, a link of root's is
// followed wherever it lies. A directory that its group may write counts as
// one of others, also where the group is root's: the same bits tell of an access
// list (acl(5)).
type UntrustedLinkError struct {
	Link  string
	Owner int
}

// Error names the link and its owner.
func (e *UntrustedLinkError) Error() string {
	return fmt.Sprintf("root does not follow the link %s of uid %d, in a directory that others may write", e.Link, e.Owner)
}

type trustedLinksKey struct{}

// WithTrustedLinks returns a context with which root also reads through no link
// that it would not write through (UntrustedLinkError): for reads that decide
// what is written.
func WithTrustedLinks(ctx context.Context) context.Context {
	return context.WithValue(ctx, trustedLinksKey{}, true)
}

func readsTrustedOnly(ctx context.Context) bool { return ctx.Value(trustedLinksKey{}) != nil }

// actsAsAnother reports whether the rights are those of another user, who may
// follow any link (WithUser).
func actsAsAnother(ctx context.Context) bool {
	a, other := ctx.Value(actorKey{}).(actor)
	return other && a.uid != 0
}

func writableByOthers(dir Info) bool { return dir.Mode.Perm()&0o022 != 0 }

// forRead is the place as a read with this context resolves it.
func (f files) forRead(ctx context.Context) files {
	if readsTrustedOnly(ctx) {
		return f.forWrite(ctx)
	}
	return f
}

// forWrite is the place as a write with this context resolves it.
func (f files) forWrite(ctx context.Context) files {
	f.guarded = f.byRoot && !actsAsAnother(ctx)
	return f
}
