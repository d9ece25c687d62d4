package mount

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// mountInfo is the kernel's list of mounts in this process's namespace
// (proc(5)).
const mountInfo = "/proc/self/mountinfo"

// mounted is a line of mountinfo.
type mounted struct{ at, device, fstype, options string }

// ordinary reports whether a mount needs no entry in fstab: file systems of
// the kernel, of containers and of snaps, and file systems in memory that the
// system uses.
func (m mounted) ordinary() bool {
	switch m.fstype {
	case "autofs", "bdev", "binder", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts", "devtmpfs", "efivarfs", "fusectl",
		"hugetlbfs", "mqueue", "nsfs", "overlay", "proc", "pstore", "ramfs", "resctrl", "rpc_pipefs", "securityfs", "selinuxfs", "squashfs", "sysfs", "tracefs":
		return true
	}
	if m.at == "/tmp" || m.at == "/dev" || m.at == "/run" {
		return m.fstype == "tmpfs"
	}
	for _, dir := range []string{"/dev/", "/proc/", "/run/", "/sys/"} {
		if strings.HasPrefix(m.at, dir) && !strings.HasPrefix(m.device, "/") {
			return true
		}
	}
	return false
}

// mounts reads the mounts, and parses them again only if they changed.
type mounts struct{ parsed host.Parsed[[]mounted] }

// read returns the mounts in order of mounting, and an empty list below a root
// directory.
func (m *mounts) read(ctx context.Context, rd host.Reader) ([]mounted, error) {
	if rd.Root() != "/" {
		return nil, nil
	}
	all, err := m.parsed.Load(ctx, rd, mountInfo, func(data []byte) []mounted { return parseMounted(string(data)) })
	if err != nil {
		return nil, err
	}
	return all, nil
}

// parseMounted parses mountinfo: the fifth field is the mount point, and the
// type and the device follow a dash. Other lines are skipped.
func parseMounted(text string) []mounted {
	var list []mounted
	for line := range strings.Lines(text) {
		front, back, _ := strings.Cut(line, " - ")
		fields, rest := strings.Fields(front), strings.Fields(back)
		if len(fields) < 5 || len(rest) < 2 {
			continue
		}
		m := mounted{at: octal(fields[4]), fstype: rest[0], device: octal(rest[1]), options: strings.Join(fields[5:min(6, len(fields))], "")}
		if len(rest) > 2 {
			m.options = joinOptions(m.options, rest[2])
		}
		list = append(list, m)
	}
	return list
}

// joinOptions returns the options of a mount and of its file system without
// duplicates.
func joinOptions(mount, super string) string {
	all := splitOptions(mount)
	for _, o := range splitOptions(super) {
		if !slices.Contains(all, o) {
			all = append(all, o)
		}
	}
	return strings.Join(all, ",")
}

// octal reverses the kernel's escaping of blanks: \040.
func octal(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(text)
}
