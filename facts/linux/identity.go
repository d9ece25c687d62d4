package linux

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// identity adds the effective user of ralsh.
func identity(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	uid := rd.UID()
	b.Put("identity.uid", value.Int(int64(uid)), "geteuid(2)")
	b.Put("identity.privileged", value.Bool(uid == 0), "geteuid(2)")
	account(ctx, rd, b, "identity.user", "/etc/passwd", strconv.Itoa(uid))

	const status = "/proc/self/status"
	text, err := read(ctx, rd, status)
	if err != nil {
		b.Fail("identity.gid", status, err)
		return
	}
	for line := range strings.Lines(text) {
		// Gid: real, effective, saved, file system (proc_pid_status(5)).
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "Gid:" {
			continue
		}
		if gid, err := strconv.ParseInt(fields[2], 10, 64); err == nil {
			b.Put("identity.gid", value.Int(gid), status)
			account(ctx, rd, b, "identity.group", "/etc/group", fields[2])
		}
	}
}

// account adds the name of a number in passwd(5) or group(5).
func account(ctx context.Context, rd host.Reader, b *leaf.Builder, name, file, id string) {
	text, err := read(ctx, rd, file)
	if err != nil {
		b.Fail(name, file, err)
		return
	}
	for line := range strings.Lines(text) {
		if fields := strings.Split(line, ":"); len(fields) > 2 && fields[2] == id {
			b.Text(name, fields[0], file)
			return
		}
	}
	b.Fail(name, file, fmt.Errorf("%s does not list %s", file, id))
}

// searchPath adds the PATH of the process.
func searchPath(_ context.Context, rd host.Reader, b *leaf.Builder) {
	b.Text("path", rd.Getenv("PATH"), "PATH (environment)")
}
