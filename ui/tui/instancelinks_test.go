package tui

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

func TestALongTypeLeavesRoomForOtherTitles(t *testing.T) {
	c := &model.Connections{
		To:   []model.Link{{Type: "group", Title: "deploy"}},
		From: []model.Link{{Type: "ssh_authorized_key", Title: "build@ci"}},
	}
	for i, l := range []model.Link{c.To[0], c.From[0]} {
		row := kit.LinkRow(frame.Mode{}, "→", l, "its gid", kit.NameWidth(c), 45)
		if got, want := row.Cells[2].At.Col, []int{9, 22}[i]; got != want {
			t.Errorf("the title of a %s begins at %d, want %d", l.Type, got, want)
		}
	}
}

func TestTheTitleOfALinkGoesBeforeItsReason(t *testing.T) {
	row := kit.LinkRow(frame.Mode{}, "→", model.Link{Type: "file", Title: "/home/deploy"}, "its home, and quite a few words more", 5, 40)
	if got := row.Cells[2].At.Width; got < len("/home/deploy") {
		t.Errorf("the title has %d cells; the reason is %q", got, row.Evidence)
	}
}

func TestALongValueIsShownWholeWhenZoomedIn(t *testing.T) {
	d, f := drive(t, 80, 24, Options{})
	long := strings.Repeat("/usr/local/bin", 12) + "/end"
	f.Put("/etc/passwd", "deploy:present:1000:deploy:"+long+":x\n", 0o644)
	d.press("down down down down down enter r enter")
	whole := func() bool {
		return strings.Contains(strings.NewReplacer("\n", "", " ", "", "/etc/passwd:1", "").Replace(d.screen()), long)
	}
	for _, want := range []bool{false, true, false} {
		if whole() != want {
			t.Errorf("that the value is whole should be %v:\n%s", want, d.screen())
		}
		d.press("z")
	}
}

func TestTheCommandOfOneWhoIsNotRootBeginsWithSudo(t *testing.T) {
	for _, way := range []string{"down down down down down enter down enter c", "b c"} {
		d, _ := drive(t, 120, 24, Options{}, fakehost.WithUID(1234))
		kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
		kittest.StageChange(t, d.app.sh, "user", "deploy", "password", "s3cret")
		d.press(way)
		d.says("sudo ralsh resource user deploy shell=/bin/bash", "password=-")
		d.lacks("s3cret")
	}
}

func TestOfManyThatLeadToOneTheFirstAreShown(t *testing.T) {
	d, f := drive(t, 120, 36, Options{})
	var users strings.Builder
	for i := range 1205 {
		fmt.Fprintf(&users, "u%04d:present:%d:deploy:/bin/sh:x\n", i, i)
	}
	f.Put("/etc/passwd", users.String(), 0o644)
	d.press("down enter enter r tab G")
	d.says("user  u0199", "1,005 more", "searched user (1,205)")
	d.lacks("u0200")
}

func TestTabShowsTheConnectionsWithTheirHead(t *testing.T) {
	d, _ := drive(t, 80, 14, Options{})
	d.press("down down down down down enter down enter")
	d.lacks(" relationships ─")
	d.press("tab tab")
	d.says(" relationships ─", ">→ group deploy", "→ file  /bin/sh")
}
