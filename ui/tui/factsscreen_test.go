package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// withExternal adds facts from a file, from a variable that is a list, and from
// a program that fails.
func withExternal(fake *fakehost.Host) {
	fake.Put("/etc/facter/facts.d/site.json", `{"role":"web","kernel":"Special","rooms":["a","b"]}`, 0o644)
	fake.Put("/etc/facter/facts.d/rack.sh", "", 0o755)
	fake.Handle("rack.sh", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 127, Stderr: []byte("ipmitool: not found\n")}
	})
}

func TestFactsScreen(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}, {40, 12}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			d, fake := drive(t, size[0], size[1], Options{})
			withExternal(fake)
			d.press("f r")
			d.idle()
			d.press("/")
			d.typed("kernel")
			d.press("enter")
			d.golden(fmt.Sprintf("facts-overruled.%dx%d", size[0], size[1]))
		})
	}
}

// The pane of the fact under the cursor shows how it was resolved, which
// resolutions were tried, and which providers use it. A failed program has a
// row, and a list can be opened.
func TestFactsUnderTheCursor(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	withExternal(fake)
	d.press("f r")
	d.idle()
	d.says("rack.sh", "error: the program", "the program: exit 127,", "errors and missing values")
	d.press("/")
	d.typed("kernel")
	d.press("enter")
	d.says("Special   ", "string ", "From /etc/facter/facts.d/site.json", "external, weight 10000", "resolutions")
	d.press("w")
	d.says("resolutions of kernel", "won", "weight 10,000, external json /etc/facter/facts.d/site.json", "not asked", "weight 0, core: a heavier resolution has a value")
	d.press("esc esc f")
	d.idle()
	d.press("/")
	d.typed("rooms")
	d.press("enter")
	d.says("│ [a, b]  ", "list │")
	d.press("down down c")
	d.says("$ ralsh facts rooms.1")
}

// enter on a fact opens the providers that use it.
func TestFactsLookers(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	fake.Put("/etc/os-release", "ID=debian\nNAME=Debian\nVERSION_ID=12\n", 0o644)
	d.press("f r")
	d.idle()
	d.press("/")
	d.typed("os.name")
	d.press("enter")
	d.says("used by", "── service", "── systemd")
	d.press("enter")
	d.says("service › providers", "> x systemd")
	d.press("esc esc /")
	d.typed("timezone")
	d.press("enter enter")
	d.says("no provider uses this fact")
}

// The reason why a fact has no value is shown in its row and once next to the
// list.
func TestFactsSayAReasonOnce(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("f")
	d.idle()
	d.says("no value: cannot read")
	beside := 0
	for line := range strings.SplitSeq(d.screen(), "\n") {
		if parts := strings.Split(line, "│"); len(parts) > 1 && strings.Contains(parts[1], "/proc/filesystems: no") {
			beside++
		}
	}
	if beside != 1 {
		t.Errorf("the reason is shown %d times next to the list:\n%s", beside, d.screen())
	}
	d.says("without a value too", "is_virtual, load_averages")
}
