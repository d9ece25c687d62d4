package e2e_test

import (
	"strings"
	"testing"

	"ralsh/model/export"
	"ralsh/ral/raltest/real"
)

// TestCompareTools lists a sample Debian with ralsh and with its tools.
func TestCompareTools(t *testing.T) {
	t.Parallel()
	root := real.Chroot(t)
	run := inRoot(t, root)
	readyBy(t, root, string(sampleHost))
	real.AptRepo(t, root, real.Deb{Name: "kept", Version: "1:2.0-1", Files: map[string]string{"/etc/kept.conf": "a\n"}})
	readyBy(t, root, "apt-get -qy install kept && apt-get -qy remove kept")
	compareAll(t, run, []held{
		{
			"user",
			[]string{"getent passwd"},
			func(line string) string { return strings.Replace(line, ":x:", ":", 1) },
			with(":", "uid", "gid", "comment", "home", "shell"),
		},
		{
			"group",
			[]string{"getent group"},
			func(line string) string { return strings.Replace(line, ":x:", ":", 1) },
			with(":", "gid", "members"),
		},
		{"host", []string{"getent hosts"}, fields, hostLine},
		{"package --provider apt", []string{"dpkg-query -W"}, dpkgName, with("")},
		{
			"package --provider apt",
			[]string{`dpkg-query -W --showformat=${db:Status-Status}\t${Package}\t${Version}\n`},
			dpkgInstalled, unless("absent", with(" ", "ensure")),
		},
		{"alternatives", []string{"update-alternatives --get-selections"}, fields, with(" ", "mode", "path")},
		{"cron", []string{"crontab -l -u root", "crontab -l -u ada"}, jobLine, cronLine},
		{
			"mount",
			[]string{"findmnt --fstab --raw --noheadings -o TARGET,SOURCE,FSTYPE,OPTIONS"},
			fields, unless("ghost", with(" ", "device", "fstype", "options")),
		},
		{"mount", []string{"findmnt --kernel --raw --noheadings -o TARGET"}, fields, mountedAt},
		{"sysctl", []string{"sysctl -a -N"}, fields, readable},
	})
}

// readyBy runs a script in a root.
func readyBy(t *testing.T, root, script string) {
	t.Helper()
	cmd := real.Enter(root, "sh", "-e")
	cmd.Stdin = strings.NewReader(script)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// hostLine returns a line of getent, which shows only IPv4 addresses.
func hostLine(in export.Instance) string {
	ip := plain(in.Properties["ip"])
	if strings.Contains(ip, ":") {
		return ""
	}
	return fields(ip + " " + in.Title + " " + strings.ReplaceAll(plain(in.Properties["host_aliases"]), ",", " "))
}

// dpkgName removes the architecture that dpkg-query appends to some names.
func dpkgName(line string) string {
	name, _, _ := strings.Cut(line, "\t")
	name, _, _ = strings.Cut(name, ":")
	return name
}

// dpkgInstalled omits packages that left only configuration files: dpkg has a version
// of them, and ralsh calls them absent.
func dpkgInstalled(line string) string {
	rest, ok := strings.CutPrefix(line, "installed\t")
	if !ok {
		return ""
	}
	return fields(rest)
}

// readable omits the settings that can only be written, such as vm.drop_caches,
// because sysctl does not show them.
func readable(in export.Instance) string {
	if in.Unknown["live"] == "it is write-only" {
		return ""
	}
	return in.Title
}

// jobLine returns a line of a crontab, and "" for a comment or a setting.
func jobLine(line string) string {
	if strings.HasPrefix(line, "#") || strings.Contains(strings.SplitN(line, " ", 2)[0], "=") {
		return ""
	}
	return fields(line)
}

func cronLine(in export.Instance) string {
	times := "@" + plain(in.Properties["special"])
	if times == "@" {
		var five []string
		for _, name := range []string{"minute", "hour", "monthday", "month", "weekday"} {
			if text := plain(in.Properties[name]); text != "" {
				five = append(five, text)
			} else {
				five = append(five, "*")
			}
		}
		times = strings.Join(five, " ")
	}
	return times + " " + plain(in.Properties["command"])
}

func unless(ensure string, show func(export.Instance) string) func(export.Instance) string {
	return func(in export.Instance) string {
		if in.Properties["ensure"] == ensure {
			return ""
		}
		return show(in)
	}
}

func mountedAt(in export.Instance) string {
	if ensure := in.Properties["ensure"]; ensure == "mounted" || ensure == "ghost" {
		return in.Title
	}
	return ""
}
