package facts

import (
	"context"
	"strings"

	"ralsh/ral/host"
)

const fromUname = "uname(2)"

func kernel(ctx context.Context, rd host.Reader, b *factBuilder) {
	u, err := rd.Uname(ctx)
	if err != nil {
		for _, name := range []string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"} {
			b.fail(name, fromUname, err)
		}
		return
	}
	version, _, _ := strings.Cut(u.Release, "-")
	b.text("kernel", u.Sysname, fromUname)
	b.text("kernelrelease", u.Release, fromUname)
	b.text("kernelversion", version, fromUname)
	parts := strings.SplitN(version, ".", 3)
	b.text("kernelmajversion", strings.Join(parts[:min(2, len(parts))], "."), fromUname)
}
