package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// factRows returns the names in the tree in order, with their blanks; >
// precedes the one under the cursor.
func (d *driver) factRows() []string {
	d.t.Helper()
	var rows []string
	inside := false
	for line := range strings.Lines(d.screen()) {
		line = strings.TrimRight(line, "\n")
		if pane := strings.SplitN(line, "┃", 3); len(pane) == 3 {
			line = strings.NewReplacer("│", " ", "▾ ", "", "▸ ", "").Replace(pane[1])
		}
		switch {
		case strings.HasPrefix(line, "    fact  "):
			inside = true
		case strings.HasPrefix(line, "─") || strings.TrimSpace(line) == "":
			inside = false
		case inside:
			name := strings.TrimRight(line[4:], " ")
			for i := range name {
				if i > 0 && name[i] == ' ' && strings.TrimSpace(name[:i]) != "" {
					name = name[:i]
					break
				}
			}
			if line[0] == '>' {
				name = ">" + name
			}
			rows = append(rows, name)
		}
	}
	return rows
}

func withRelease(t *testing.T) *driver {
	d, fake := drive(t, 120, 36, Options{})
	fake.Put("/etc/os-release", "ID=debian\nNAME=Debian\nVERSION_ID=12\nVERSION_CODENAME=bookworm\n", 0o644)
	fake.Put("/etc/facter/facts.d/site.yaml", "rooms: [north, {east: bookworm}]\nsite: {role: web}\n", 0o644)
	d.press("f r")
	d.idle()
	return d
}

// underCursor returns the name in the row under the cursor.
func (d *driver) underCursor() string {
	for _, row := range d.factRows() {
		if name, at := strings.CutPrefix(row, ">"); at {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// A match is shown with the groups that contain it, and the cursor is on it.
// When the filter is cleared, the cursor stays. Without a match it returns to
// its previous row.
func TestFactsFilterShowsThePath(t *testing.T) {
	for _, c := range []struct{ typed, rows, after string }{
		{"codename", "os/  distro/>    codename", "codename"},
		{"bookworm", "os/  distro/>    codename/rooms/  1/    east", "codename"},
		{"operatingsystem", "os/>  name/  release/    full/    major", "name"},
		{"osfamily", "os/>  family", "family"},
		{"north", ">rooms/  0", "rooms"},
		{"site role", "site/>  role", "role"},
		{"nothing of this", "", "system_uptime"},
	} {
		d := withRelease(t)
		d.press("G k k")
		for _, leave := range []string{"esc", "enter esc"} {
			d.press("/")
			d.typed(c.typed)
			if c.rows == "" {
				d.says("no fact matches")
			} else if got := strings.Join(d.factRows(), "/"); got != c.rows {
				t.Errorf("%s: %s, want %s", c.typed, got, c.rows)
			}
			d.press(leave)
			if got := d.underCursor(); got != c.after {
				t.Errorf("%s, %s: the cursor is on %q, want %q\n%s", c.typed, leave, got, c.after, d.screen())
			}
		}
	}
}

// Rows with a sign are also shown with the groups that contain them.
func TestFactsOnlyWithASign(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	fake.Put("/proc/self/mounts", "selinuxfs /selinux selinuxfs rw 0 0\n", 0o644)
	fake.Put("/etc/selinux/config", "SELINUX=enforcing\n", 0o644)
	fake.Dir("/proc/loadavg", 0o755)
	d.press("f r")
	d.idle()
	d.press("!")
	want := "mountpoints/  /selinux/    available/    size/    used/os/  distro/  family/  name/  release"
	if got := strings.Join(d.factRows(), "/"); !strings.Contains(got, want) || strings.Contains(got, "timezone") {
		t.Errorf("rows: %s", got)
	}
	d.press("!")
	d.says("timezone")
}

// A value with parts can be copied as JSON and YAML; a string only as it is.
func TestFactsCopy(t *testing.T) {
	d := withRelease(t)
	d.press("/")
	d.typed("os.release")
	d.press("enter y")
	d.says("copy os.release", "value", "as ralsh facts prints it", "name", "JSON", "YAML")
	d.press("enter y down down enter y down down down enter")
	d.press("down y")
	d.lacks("JSON")
	d.press("enter")
	want := []string{"{\n  full => \"12.0\",\n  major => \"12\",\n  minor => \"0\"\n}", "{\n  \"full\": \"12.0\",\n  \"major\": \"12\",\n  \"minor\": \"0\"\n}\n", "full: '12.0'\nmajor: '12'\nminor: '0'\n", "12.0"}
	if diff := cmp.Diff(want, d.copied); diff != "" {
		t.Error(diff)
	}
}

// w shows where a value was read, its duration, which providers use it, its
// legacy names, which resolutions lost and why, and what is absent; for a file,
// its error.
func TestFactsWhy(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	fake.Put("/etc/os-release", "ID=debian\nNAME=Debian\nVERSION_ID=12\n", 0o644)
	fake.Put("/etc/facter/facter.conf", "facts.blocklist : [ os.distro, memroy ]\n", 0o644)
	fake.Put("/etc/facter/facts.d/a.txt", "kernel=Special\nnothing\n", 0o644)
	fake.Put("/etc/facter/facts.d/warns", "", 0o755)
	fake.Handle("warns", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 2, Stdout: []byte("warns=1\n"), Stderr: []byte("careful\n")}
	})
	d.press("f r")
	d.idle()
	d.says("warning: exit", "facts.blocklist: unknown fact")
	d.press("/")
	d.typed("operatingsystem")
	d.press("enter w")
	d.says("Debian, string.  From /etc/os-release", "used by  service: systemd", "legacy names  operatingsystem", "won", "weight 0, core")
	d.press("esc up w")
	d.says("os.distro.id has no value: blocked by /etc/facter/facter.conf")
	d.press("esc esc /")
	d.typed("special")
	d.press("enter w")
	d.says("Special, string.  From /etc/facter/facts.d/a.txt", "external, weight 10000, over core", "weight 0, core: a heavier resolution has a value")
	d.press("esc esc /")
	d.typed("careful")
	d.press("enter w")
	d.says("/etc/facter/facts.d/warns: exit 2, which Facter ignores; standard error: careful", "facts: warns", "executable")
}

// The filtered tree and the explanation of w, at each size.
func TestFactsFilteredDrawn(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}, {40, 12}} {
		d, fake := drive(t, size[0], size[1], Options{})
		fake.Put("/etc/os-release", "ID=debian\nNAME=Debian\nVERSION_ID=12\nVERSION_CODENAME=bookworm\n", 0o644)
		withExternal(fake)
		d.press("f r")
		d.idle()
		d.press("/")
		d.typed("osfamily")
		d.golden(fmt.Sprintf("facts-filtered.%dx%d", size[0], size[1]))
		d.press("enter w")
		d.golden(fmt.Sprintf("facts-why.%dx%d", size[0], size[1]))
	}
}

// Facts are counted individually, even if their group is folded, and a folded
// row has the strongest sign below it.
func TestFactsBelowAFoldedRowAreCounted(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	withExternal(fake)
	d.press("f r")
	d.idle()
	d.says("? ▸ os ", "5 facts, 4 without", "11 of 23 facts have no value")
	d.press("!")
	d.says("! 11 of 23 facts", "no value: no /etc", "11 of 23 facts have no value")
	d.lacks("? os ")
	d.press("L")
	d.says("23 facts read, 11 without a value")
}
