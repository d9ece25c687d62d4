package mount

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// remounting returns the permanent changes of a remount: an undo mounts the
// file system with the options of fstab, which may differ from the current
// options. attr is the property that changes.
func (t *table) remounting(ctx context.Context, rd host.Reader, r *ral.Resource, attr string) []string {
	all, err := t.mounts.read(ctx, rd)
	if err != nil || r.Is("fstype").Text() == "swap" {
		return nil // the change itself reports the error
	}
	var now mounted
	for _, m := range all {
		if m.at == r.Name() {
			now = m
		}
	}
	var lost []string
	written := splitOptions(r.Is("options").Text())
	if !r.True("remounts") {
		lost = t.inMemory(ctx, rd, r)
	} else if attr == "options" {
		for _, o := range splitOptions(r.Get("options").Text()) {
			key, _, isSetting := strings.Cut(o, "=")
			sameKey := func(was string) bool { return strings.HasPrefix(was, key+"=") }
			if isSetting && !forUserSpace(o) && !slices.ContainsFunc(written, sameKey) {
				lost = append(lost, fmt.Sprintf("%s stays in effect at %s until an unmount: a remount does not clear it", o, r.Name()))
			}
		}
	}
	if now.at != "" && now.differsFrom(written) {
		lost = append(lost, fmt.Sprintf("an undo does not restore the current options of %s (%s): it uses the options of %s", now.at, now.options, fstab))
	}
	return lost
}

// vfsFlags are the options that the kernel implements for every file system. A
// missing option is off.
var vfsFlags = []string{"ro", "nosuid", "nodev", "noexec", "noatime", "nodiratime", "sync", "dirsync", "lazytime", "nosymfollow"}

// tmpfsKeys are the settings of a tmpfs that the kernel shows if they are given.
var tmpfsKeys = []string{"size", "nr_inodes", "mode", "uid", "gid"}

// differsFrom reports whether the options of a mounted file system differ from
// an entry. It compares settings only for tmpfs, because the kernel also shows
// the defaults of settings of other file systems.
func (m mounted) differsFrom(written []string) bool {
	has, wants := make(map[string]string), make(map[string]string)
	for _, o := range splitOptions(m.options) {
		m.note(has, o)
	}
	for _, o := range written {
		switch o {
		case "user", "users", "owner", "group":
			wants["nosuid"], wants["nodev"] = "", ""
			if o == "user" || o == "users" {
				wants["noexec"] = ""
			}
		case "rw", "suid", "dev", "exec", "atime", "diratime", "async", "symfollow":
			delete(wants, map[string]string{"rw": "ro", "async": "sync"}[o])
			delete(wants, "no"+o)
		default:
			m.note(wants, o)
		}
	}
	if len(has) != len(wants) {
		return true
	}
	for key, v := range wants {
		if is, ok := has[key]; !ok || is != v {
			return true
		}
	}
	return false
}

// note adds an option that can be compared.
func (m mounted) note(to map[string]string, option string) {
	key, v, isSetting := strings.Cut(option, "=")
	switch {
	case !isSetting && slices.Contains(vfsFlags, key):
		to[key] = ""
	case isSetting && m.fstype == "tmpfs" && slices.Contains(tmpfsKeys, key):
		to[key] = inKilobytes(strings.TrimLeft(v, "0"))
	}
}

// inKilobytes converts 1m and 1g to 1024k and 1048576k, as the kernel shows a
// size. Other texts are returned in lower case.
func inKilobytes(size string) string {
	size = strings.ToLower(size)
	digits := strings.TrimRight(size, "kmg")
	var n int
	if _, err := fmt.Sscanf(digits, "%d", &n); err != nil || fmt.Sprint(n) != digits {
		return size
	}
	switch size[len(digits):] {
	case "m":
		return fmt.Sprintf("%dk", n<<10)
	case "g":
		return fmt.Sprintf("%dk", n<<20)
	}
	return size
}

// forUserSpace reports whether an option is for mount(8) and related programs
// and not for the kernel.
func forUserSpace(option string) bool {
	return strings.HasPrefix(option, "x-") || strings.HasPrefix(option, "X-") || strings.HasPrefix(option, "comment=") ||
		strings.HasPrefix(option, "helper=") || strings.HasPrefix(option, "offset=") || strings.HasPrefix(option, "uhelper=")
}

func splitOptions(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' })
}
