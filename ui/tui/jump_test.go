package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/ui/tui/kittest"
)

// Runs are found by their resources, even if history was never opened.
func TestJumpFindsRunsByWhatTheyTouched(t *testing.T) {
	session, _ := kittest.Fixture(t)
	dir := t.TempDir() + "/state"
	session.KeepJournal(dir)
	aJournal(t, dir)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	d.press(":")
	d.typed("nginx")
	d.says("run ", "Package[nginx] and 2 more failed")
	d.press("enter")
	d.says("run 2")
}

// Of equal names the last visited is first, then users before groups.
func TestJumpPrefersWhatWasVisited(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press(":")
	d.typed("deploy")
	d.says(">   user       deploy")
	d.press("esc :")
	d.typed("group deploy")
	d.press("enter :")
	d.typed("deploy")
	d.says(">   group      deploy")
}

// The palette shows how old its listings are, and reads them again on request.
func TestJumpReadsAgain(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	fake.Put("/etc/group", "wheel:present:10\n", 0o644)
	d.press(":")
	d.lacks("ctrl+r reads again")
	d.press("esc")
	d.pass(5 * time.Minute)
	d.press(":")
	d.typed("wheel")
	d.says("no match of", "listed at 12:04:31; ctrl+r reads again")
	d.press("ctrl+r")
	d.says(">   group      wheel")
	d.lacks("ctrl+r reads again")
}

// The state is near the name, and a long kind is not cut.
func TestJumpColumns(t *testing.T) {
	for width, at := range map[int]int{120: 51, 80: 45} {
		d, _ := drive(t, width, 24, Options{})
		d.press(":")
		d.typed("deploy")
		for line := range strings.Lines(d.screen()) {
			if strings.Contains(line, "uid deploy") && strings.Index(line, "uid ") != at {
				t.Errorf("at %d: %q", width, line)
			}
		}
		d.says("uid 1000", "group      deploy")
	}
}

// The match for an unlisted resource is first only if no listed name begins
// with the text. Else it is the last row, which is always visible, and one up
// from the first.
func TestJumpLooksForWhatIsNotListed(t *testing.T) {
	session, fake := kittest.Fixture(t)
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "mail%03d:present:%d\n", i, i)
	}
	fake.Put("/etc/group", b.String()+"mail.example.org:present:9\nzmail:present:10\n", 0o644)
	d := driveOn(t, session, 80, 24, Options{})
	d.idle()
	for typed, want := range map[string]struct{ first, last string }{
		"group mail":      {"group mail000", "look for group mail"},
		"group mail.ex":   {"group mail.example.org", "look for group mail.ex"},
		"group MAIL.ex":   {"group mail.example.org", "look for group MAIL.ex"},
		"group ail":       {"look for group ail", "group mail"},
		"group nobody":    {"look for group nobody", ""},
		"group mail001":   {"group mail001", ""},
		"group zmai":      {"group zmai", "look for group zmai"},
		"group mail.exam": {"group mail.example.org", "look for group mail.exam"},
	} {
		d.press(":")
		d.typed(typed)
		rows := strings.Split(d.front(), "\n")[3:]
		for i := range rows {
			if strings.TrimSpace(rows[i]) == "" {
				rows = rows[:i]
				break
			}
			rows[i] = strings.TrimPrefix(strings.Join(strings.Fields(rows[i]), " "), "> ")
		}
		last := strings.TrimSpace(strings.Join(rows[1:], "\n"))
		last = last[strings.LastIndex(last, "\n")+1:]
		if !strings.HasPrefix(rows[0], want.first) || !strings.HasPrefix(last, want.last) || want.last == "" && last != "" {
			t.Errorf("%q: %q is first and %q last\n%s", typed, rows[0], last, d.screen())
		}
		d.press("esc")
	}
	d.press(":")
	d.typed("group mail")
	d.press("up enter")
	d.says("types › group › mail ", "absent")
}

func TestJumpNamesTheNearest(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press(":")
	d.typed("polkitx")
	d.says(`no match of "polkitx" in`, "values (did you mean \"polkitd\"?)")
}

// tab keeps the typed text: it first completes the kind, then the name.
func TestJumpCompletes(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press(":")
	d.typed("alic")
	d.press("tab")
	d.says(": user alic ", "user       alice")
	d.press("tab")
	d.says(": user alice ")
	d.press("enter")
	d.says("types › user › alice")
}

// No key is delayed until the names are gathered, and none is lost: text typed
// directly after the key that opens the palette is matched once the names are
// there.
func TestJumpTypedAhead(t *testing.T) {
	t.Parallel()
	session, fake := kittest.Fixture(t)
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "group%05d:present:%d\n", i, i)
	}
	fake.Put("/etc/group", b.String(), 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	for range 5 {
		for _, r := range ":group04242" {
			d.send(keyOf(string(r)))
		}
		d.until(": group04242 ")
		d.lacks("no match of")
		d.idle()
		d.says(": group04242 ", "group      group04242", "1 name, ")
		d.press("esc")
	}
}

// Back from a type opened by a jump, the cursor is on that type.
func TestBackFromAJumpIsAtTheType(t *testing.T) {
	for _, back := range []string{"esc", "left"} {
		d, _ := drive(t, 120, 36, Options{})
		d.press(":")
		d.typed("type group")
		d.press("enter")
		d.says("types › group")
		d.press(back)
		if !d.at("group") {
			t.Errorf("%s leads elsewhere:\n%s", back, d.screen())
		}
	}
}

// Enter is not lost if it arrives together with the text, before the names are
// read. It opens the target as soon as its name is known.
func TestEnterWaitsForNames(t *testing.T) {
	session, fake := kittest.Fixture(t)
	open := make(chan struct{})
	fake.Hold("/etc/passwd", open)
	d := driveOn(t, session, 120, 36, Options{})
	d.until("6 of 7 types counted")
	for _, key := range []string{":", "a", "l", "i", "c", "e", "enter"} {
		d.send(keyOf(key))
	}
	d.until("no match of \"alice\"")
	close(open)
	d.idle()
	d.says("types › user › alice")
}
