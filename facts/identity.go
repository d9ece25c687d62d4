package facts

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// identity adds the effective user of ralsh.
func identity(ctx context.Context, rd host.Reader, b *factBuilder) {
	uid := rd.UID()
	b.put("identity.uid", value.Int(int64(uid)), "geteuid(2)")
	b.put("identity.privileged", value.Bool(uid == 0), "geteuid(2)")
	b.account(ctx, rd, "identity.user", "/etc/passwd", strconv.Itoa(uid))

	const status = "/proc/self/status"
	text, err := read(ctx, rd, status)
	if err != nil {
		b.fail("identity.gid", status, err)
		return
	}
	for line := range strings.Lines(text) {
		// Gid: real, effective, saved, file system (proc_pid_status(5)).
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "Gid:" {
			continue
		}
		if gid, err := strconv.ParseInt(fields[2], 10, 64); err == nil {
			b.put("identity.gid", value.Int(gid), status)
			b.account(ctx, rd, "identity.group", "/etc/group", fields[2])
		}
	}
}

// account adds the name of a number in passwd(5) or group(5).
func (b *factBuilder) account(ctx context.Context, rd host.Reader, name, file, id string) {
	text, err := read(ctx, rd, file)
	if err != nil {
		b.fail(name, file, err)
		return
	}
	for line := range strings.Lines(text) {
		if fields := strings.Split(line, ":"); len(fields) > 2 && fields[2] == id {
			b.text(name, fields[0], file)
			return
		}
	}
	b.fail(name, file, fmt.Errorf("%s does not list %s", file, id))
}
