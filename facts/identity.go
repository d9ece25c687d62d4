package facts

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// identity is the user that ralsh acts as: the effective one.
func identity(ctx context.Context, look host.Reader, s *factBuilder) {
	uid := look.UID()
	s.put("identity.uid", value.Int(int64(uid)), "geteuid(2)")
	s.put("identity.privileged", value.Bool(uid == 0), "geteuid(2)")
	s.account(ctx, look, "identity.user", "/etc/passwd", strconv.Itoa(uid))

	const status = "/proc/self/status"
	text, err := read(ctx, look, status)
	if err != nil {
		s.fail("identity.gid", status, err)
		return
	}
	for line := range strings.Lines(text) {
		// Gid: real, effective, saved, file system (proc_pid_status(5)).
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "Gid:" {
			continue
		}
		if gid, err := strconv.ParseInt(fields[2], 10, 64); err == nil {
			s.put("identity.gid", value.Int(gid), status)
			s.account(ctx, look, "identity.group", "/etc/group", fields[2])
		}
	}
}

// account puts the name that a number has in passwd(5) or group(5).
func (s *factBuilder) account(ctx context.Context, look host.Reader, name, file, id string) {
	text, err := read(ctx, look, file)
	if err != nil {
		s.fail(name, file, err)
		return
	}
	for line := range strings.Lines(text) {
		if fields := strings.Split(line, ":"); len(fields) > 2 && fields[2] == id {
			s.text(name, fields[0], file)
			return
		}
	}
	s.fail(name, file, fmt.Errorf("%s has no entry for %s", file, id))
}
