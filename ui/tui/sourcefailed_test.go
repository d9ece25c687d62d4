package tui

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/standard"
	"ralsh/ui/tui/kittest"
)

// failedPip returns a host on which a provider that runs a command fails. The
// other providers read files.
func failedPip(t *testing.T, width, height int) *driver {
	t.Helper()
	session, fake := kittest.Fixture(t)
	command := "/usr/bin/pip list --format=freeze --disable-pip-version-check --no-color --no-input --require-virtualenv"
	fake.Put("/var/pip", "RAN:"+command+"\nTraceback (most recent call last):\n  File \"/usr/bin/pip\"\npip: no python here\n", 0o644)
	fake.Put("/var/gem", "", 0o644)
	d := driveOn(t, session, width, height, Options{})
	d.idle()
	d.press("down down enter")
	return d
}

// The error is shown before the failed command, and w shows all of it.
func TestSourceFailed(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		d := failedPip(t, size[0], size[1])
		d.says(`! pip                 -   exit 1, "pip: no python here"`, `! pip cannot list: exit 1, "pip: no python here"`, "w explain")
		d.press("w")
		d.says("errors of pip", "$ /usr/bin/pip list --format=freeze", "--require-virtualenv",
			"pip cannot list: exit 1", "Traceback (most recent call last):", "pip: no python here", "copy", "providers")
		d.press("down enter")
		d.says("providers", "score")
	}
	failedPip(t, 120, 36).says(`exit 1, "pip: no python here"  /usr/bin/pip list`, "reads /var/apt ")
}

func TestFailureOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("the disk is gone\nand more"), "the disk is gone|and more"},
		{fmt.Errorf("asked: %w", &host.CommandError{Command: "pip list", Result: host.Result{Exit: 2, Stderr: []byte("a\nb\n")}}), `exit 2, "b"|a|b`},
	} {
		f := model.FailureOf(c.err, 5)
		if got := strings.Join(append([]string{f.Status}, f.Lines...), "|"); got != c.want {
			t.Errorf("%v: %s, want %s", c.err, got, c.want)
		}
	}
}

// Display columns are as wide as their content if there is room.
func TestInstancesColumnsFitWhatTheyHold(t *testing.T) {
	for _, size := range [][2]int{{99, 36}, {80, 24}} {
		session, fake := kittest.Fixture(t)
		fake.Put("/etc/passwd", "systemd-network:present:998:998:/usr/sbin/nologin:x\nroot:present:0:0:/bin/bash:x\n", 0o644)
		d := driveOn(t, session, size[0], size[1], Options{})
		d.idle()
		d.press("down down down down down enter")
		d.says("/usr/sbin/nologin")
	}
}

// One very long value does not take the width of the names.
func TestInstancesKeepTheNames(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Put("/var/apt", "libaugeas0-with-name:1.14.0\nzlib:"+strings.Repeat("1.2+", 12)+"\n", 0o644)
	d := driveOn(t, session, 100, 24, Options{})
	d.idle()
	d.press("down down enter")
	d.says("libaugeas0-with-name  ")
}

// Labels of the preview are as wide as the longest of them.
func TestPreviewLabels(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "user", Summary: "Accounts", Doc: "Accounts.", Columns: [2]string{"ensure"},
		Attributes: []*ral.Attribute{kittest.Namevar("name"), standard.Ensure("Whether it is there."), kittest.Property("password_min_age", "Days.")},
	}, kittest.Lister("useradd", "/etc/passwd", "ensure", "password_min_age"))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/etc/passwd": "deploy:present:7\n"})
	d := driveOn(t, model.NewSession(t.Context(), reg, fake.Host), 120, 36, Options{})
	d.idle()
	d.press("enter")
	d.says("password_min_age 7")
}
