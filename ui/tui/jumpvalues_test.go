package tui

import (
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kittest"
)

// Names come first, then values, with their properties and sources.
func TestJumpFindsValues(t *testing.T) {
	for _, c := range []struct {
		typed string
		says  []string // by row, with single blanks
		lacks string
	}{
		{"1000", []string{"values no name contains it", "group deploy gid 1000 /etc/group:1", "user deploy uid 1000 /etc/passwd:2"}, "names "},
		{"user 1000", []string{"user deploy uid 1000 /etc/passwd:2"}, "group "},
		{"/bin/sh", []string{"user deploy shell /bin/sh"}, ""},
		{"deploy", []string{"names 2", "values ", "user deploy gid deploy"}, ""},
		{"utc", []string{"fact timezone value UTC /etc/localtime"}, ""},
	} {
		d, _ := drive(t, 120, 36, Options{})
		d.press(":")
		d.typed(c.typed)
		rows := "\n"
		for line := range strings.Lines(d.front()) {
			rows += strings.TrimPrefix(strings.Join(strings.Fields(strings.ReplaceAll(line, "━", "")), " "), "> ") + "\n"
		}
		for _, want := range c.says {
			if !strings.Contains(strings.ReplaceAll(rows, "─", ""), "\n"+want) && !strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(rows, "─", "")), " "), want) {
				t.Errorf("%s: no row %q:\n%s", c.typed, want, d.front())
			}
		}
		if c.lacks != "" && strings.Contains(rows, "\n"+c.lacks) {
			t.Errorf("%s: a row with %q:\n%s", c.typed, c.lacks, d.front())
		}
	}
}

// Enter leads to the value, even if it is typed before the result is there.
func TestJumpLeadsToAValue(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press(":")
	for _, r := range "/bin/sh" {
		d.send(keyOf(string(r)))
	}
	d.send(keyOf("enter"))
	d.idle()
	d.says("types › user › deploy")
}

// A secret is found neither by its text nor by its placeholder.
func TestJumpFindsNoSecret(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Put("/etc/passwd", "deploy:present:/bin/sh:1000:deploy:$y$verysecret\n", 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	for _, typed := range []string{"verysecret", "redacted", "hunter2"} {
		d.press(":")
		d.typed(typed)
		if d.front(); !strings.Contains(d.front(), ` 0 of `) || strings.Contains(strings.ReplaceAll(d.front(), typed, ""), "password") {
			t.Errorf("%s:\n%s", typed, d.front())
		}
		d.press("esc")
	}
}

// The counted names are those that are listed: names that contain only the
// letters of the text are replaced by values, and then not counted.
func TestJumpCountsTheNamesItLists(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Put("/etc/group", "dep:present:1\ndaemon-people:present:2\nd-e-p:present:3\n", 0o644)
	fake.Put("/etc/passwd", "carol:present:/srv/dep:1001:dep:\n", 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	d.press(":")
	d.typed("dep")
	listed := 0
	for line := range strings.Lines(d.front()) {
		if fields := strings.Fields(strings.Trim(line, "┃│> \n")); len(fields) > 1 && fields[0] == "group" {
			listed++
		}
	}
	if listed != 1 {
		t.Fatalf("%d groups are listed:\n%s", listed, d.front())
	}
	d.says("1 name, ")
}

// Line 1 shows the user, even with another root.
func TestLine1SaysTheUser(t *testing.T) {
	for text, opts := range map[string][]fakehost.Option{
		"[root]":   {fakehost.WithRoot("/srv/image")},
		"not root": {fakehost.WithRoot("/srv/image"), fakehost.WithUID(1000)},
	} {
		session, _ := kittest.Fixture(t, opts...)
		d := driveOn(t, session, 120, 36, Options{})
		d.idle()
		d.says(text)
	}
}
