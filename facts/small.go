package facts

import (
	"context"
	"slices"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func searchPath(_ context.Context, rd host.Reader, b *leaf.Builder) {
	b.Text("path", rd.Getenv("PATH"), "PATH (environment)")
}

const procFIPS = "/proc/sys/crypto/fips_enabled"

// fips adds whether FIPS mode is on; false also if the kernel does not support it.
func fips(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := read(ctx, rd, procFIPS)
	if err != nil {
		b.Fail("fips_enabled", procFIPS, err)
		return
	}
	b.Put("fips_enabled", value.Bool(strings.TrimSpace(text) == "1"), procFIPS)
}

const procFilesystems = "/proc/filesystems"

// filesystems adds the file systems that need a device. fuseblk is omitted, as in
// Facter, because it is only an interface.
func filesystems(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := need(ctx, rd, procFilesystems)
	if err != nil {
		b.Fail("filesystems", procFilesystems, err)
		return
	}
	var names []string
	for line := range strings.Lines(text) {
		if fields := strings.Fields(line); len(fields) == 1 && fields[0] != "fuseblk" {
			names = append(names, fields[0])
		}
	}
	slices.Sort(names)
	b.Text("filesystems", strings.Join(names, ","), procFilesystems)
}
