package facts

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

func searchPath(_ context.Context, look host.Reader, s *factBuilder) {
	s.text("path", look.Getenv("PATH"), "PATH (environment)")
}

const procFIPS = "/proc/sys/crypto/fips_enabled"

// fips is false where the kernel knows nothing of FIPS mode.
func fips(ctx context.Context, look host.Reader, s *factBuilder) {
	text, err := read(ctx, look, procFIPS)
	if err != nil {
		s.fail("fips_enabled", procFIPS, err)
		return
	}
	s.put("fips_enabled", value.Bool(strings.TrimSpace(text) == "1"), procFIPS)
}

const procFilesystems = "/proc/filesystems"

// filesystems are those that need a device. fuseblk is no file system but a
// door to others, and Facter leaves it out.
func filesystems(ctx context.Context, look host.Reader, s *factBuilder) {
	text, err := need(ctx, look, procFilesystems)
	if err != nil {
		s.fail("filesystems", procFilesystems, err)
		return
	}
	var names []string
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 1 && fields[0] != "fuseblk" {
			names = append(names, fields[0])
		}
	}
	slices.Sort(names)
	s.text("filesystems", strings.Join(names, ","), procFilesystems)
}
