package linux

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
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

const loadavg = "/proc/loadavg"

func loadAverages(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := need(ctx, rd, loadavg)
	if err != nil {
		b.Fail("load_averages", loadavg, err)
		return
	}
	fields := strings.Fields(text)
	for i, name := range []string{"1m", "5m", "15m"} {
		if i >= len(fields) {
			return
		}
		load, err := strconv.ParseFloat(fields[i], 64)
		if err != nil || math.IsNaN(load) || math.IsInf(load, 0) {
			b.Fail("load_averages."+name, loadavg, fmt.Errorf("%s contains %q, which is not a number", loadavg, fields[i]))
			continue
		}
		b.Put("load_averages."+name, value.Flt(load), loadavg)
	}
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
