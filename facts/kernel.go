package facts

import (
	"context"
	"strings"

	"ralsh/ral/host"
)

const fromUname = "uname(2)"

func kernel(ctx context.Context, look host.Reader, s *factBuilder) {
	u, err := look.Uname(ctx)
	if err != nil {
		for _, name := range []string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"} {
			s.fail(name, fromUname, err)
		}
		return
	}
	version, _, _ := strings.Cut(u.Release, "-")
	s.text("kernel", u.Sysname, fromUname)
	s.text("kernelrelease", u.Release, fromUname)
	s.text("kernelversion", version, fromUname)
	parts := strings.SplitN(version, ".", 3)
	s.text("kernelmajversion", strings.Join(parts[:min(2, len(parts))], "."), fromUname)
}
