package facts

import (
	"context"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

const fromUname = "uname(2)"

func kernel(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	u, err := rd.Uname(ctx)
	if err != nil {
		for _, name := range []string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"} {
			b.Fail(name, fromUname, err)
		}
		return
	}
	version, _, _ := strings.Cut(u.Release, "-")
	b.Text("kernel", u.Sysname, fromUname)
	b.Text("kernelrelease", u.Release, fromUname)
	b.Text("kernelversion", version, fromUname)
	parts := strings.SplitN(version, ".", 3)
	b.Text("kernelmajversion", strings.Join(parts[:min(2, len(parts))], "."), fromUname)
}
