package sandbox

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// mounted is a mount of the namespace of a thread.
type mounted struct {
	path, kind string
	visible    bool // the path leads to it, for this user
}

// mountTable returns the mounts of this thread, each before the mounts below it.
func mountTable() ([]mounted, error) {
	table, err := os.ReadFile("/proc/thread-self/mountinfo")
	if err != nil {
		return nil, err
	}
	var all []mounted
	for line := range strings.Lines(string(table)) {
		left, right, ok := strings.Cut(line, " - ")
		fields := strings.Fields(left)
		if !ok || len(fields) < 6 {
			return nil, fmt.Errorf("invalid line in mountinfo: %q", line)
		}
		m := mounted{path: unescape(fields[4])}
		m.kind, _, _ = strings.Cut(right, " ")
		id, err := mountAt(m.path)
		m.visible = err == nil && id == fields[0]
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b mounted) int { return strings.Compare(a.path, b.path) })
	return all, nil
}

// unescape decodes a path of mountinfo, where three octal digits follow a
// backslash.
func unescape(path string) string {
	var out strings.Builder
	for i := 0; i < len(path); i++ {
		if path[i] == '\\' && i+3 < len(path) {
			if c, err := strconv.ParseUint(path[i+1:i+4], 8, 8); err == nil {
				out.WriteByte(byte(c))
				i += 3
				continue
			}
		}
		out.WriteByte(path[i])
	}
	return out.String()
}

// mountAt returns the number of the mount that a path leads to.
func mountAt(path string) (string, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer func() { _ = unix.Close(fd) }()
	info, err := os.ReadFile(fmt.Sprintf("/proc/thread-self/fdinfo/%d", fd))
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(info), "mnt_id:")
	id, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	return id, nil
}

// readOnly makes a mount read-only; it keeps the existing restrictions and adds more.
func readOnly(path string, more uintptr) error {
	flags, err := limits(path)
	if err == nil {
		err = unix.Mount("", path, "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|flags|more, "")
	}
	if err != nil {
		return fmt.Errorf("make %s read-only: %w", path, err)
	}
	return nil
}

// limits returns the flags of a mount that an unprivileged user cannot clear.
func limits(path string) (uintptr, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return 0, err
	}
	flags := uintptr(st.Flags) & (unix.MS_RDONLY | unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC | unix.MS_NOATIME | unix.MS_NODIRATIME)
	if st.Flags&unix.ST_RELATIME != 0 {
		flags |= unix.MS_RELATIME
	}
	return flags, nil
}

func below(path, dir string) bool {
	return path == dir || dir == "/" || strings.HasPrefix(path, dir+"/")
}
