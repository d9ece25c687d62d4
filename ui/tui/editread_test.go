package tui

import (
	"errors"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/standard"
	"ralsh/ui/tui/kittest"
)

// settings drives a type with a required path, which locates the resource.
func settings(t *testing.T, width, height int) (*driver, *fakehost.Host) {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "setting", Summary: "Settings", Doc: "Settings.", Columns: [2]string{"value"},
		Attributes: []*ral.Attribute{
			kittest.Namevar("name"), standard.Ensure("Whether it is there."), kittest.Property("value", "What it is set to."),
			{Name: "path", Kind: ral.Param, Required: true, LocatesResource: true, Doc: "The file."},
		},
		Validate: func(r *ral.Resource) error {
			if r.Get("path").IsNil() {
				return errors.New("path is a required attribute")
			}
			return nil
		},
	}, kittest.Lister("ini", "/etc/settings", "ensure", "value"))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/etc/settings": "known:present:7\n"})
	d := driveOn(t, model.NewSession(t.Context(), reg, fake.Host), width, height, Options{})
	d.idle()
	return d, fake
}

// A missing required value of a new resource is not an error. Its field and the
// message show it, and the current state is unknown.
func TestANewDraftIsNoErrorBeforeAnythingIsTyped(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		d, _ := settings(t, size[0], size[1])
		d.press("n")
		d.typed("mine")
		d.press("enter")
		d.lacks("could not be read")
		d.lacks("!")
		d.lacks("changes")
		d.says(" required: path", "  required", "path is required for a new")
		d.press("enter")
		d.typed("/etc/x.ini")
		d.press("esc")
		d.says("creates 1 resource", "+ ensure")
		d.lacks("needed")
		d.lacks("required")
	}
}

// A missing required value is no excuse for a file that cannot be read.
func TestWhatCannotBeReadIsAnErrorThoughSomethingIsNeeded(t *testing.T) {
	d, fake := settings(t, 120, 36)
	fake.Put("/etc/settings", "FAIL:it is no regular file\n", 0o644)
	d.press("n")
	d.typed("mine")
	d.press("enter enter")
	d.typed("/etc/x.ini")
	d.press("esc")
	d.says("! cannot read Setting[mine]: it is no regular file")
	d.press("x up up")
	d.says("? Setting[mine] could not be read, so the difference is unknown", "it is no regular file")
	d.lacks("now    absent")
}

// If the resource exists at the typed location, it is edited.
func TestResourceIsReadAgainWhenLocated(t *testing.T) {
	d, _ := settings(t, 120, 36)
	d.press("n")
	d.typed("known")
	d.press("enter enter")
	d.typed("/etc/x.ini")
	d.press("esc")
	d.says("known exists already; ralsh opened it for editing", "7")
}

// A resource that could not be read is not absent: its state is unknown.
func TestEditClaimsNoReadingWhereThereWasNone(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		session, fake := kittest.Fixture(t)
		fake.Put("/etc/group", "FAIL:it is no regular file\n", 0o644)
		d := driveOn(t, session, size[0], size[1], Options{})
		d.idle()
		d.press("down n")
		d.typed("foo")
		d.press("enter")
		d.says("! cannot read Group[foo]: it is no regular file")
		d.press("esc x")
		d.says("? Group[foo] could not be read, so the difference is unknown")
		d.lacks("changes")
		var rows []string
		for line := range strings.Lines(d.screen()) {
			if words := strings.Fields(strings.TrimLeft(line, "┃> ")); len(words) > 2 && words[0] == "?" && (words[1] == "ensure" || words[1] == "gid") {
				rows = append(rows, strings.Join(words[:3], " "))
			}
		}
		if len(rows) != 2 || rows[0] != "? ensure ?" || rows[1] != "? gid ?" {
			t.Errorf("the rows are %q:\n%s", rows, d.screen())
		}
		fake.Put("/etc/group", "foo:present:7\n", 0o644)
		d.press("esc n")
		d.typed("foo")
		d.press("enter")
		d.lacks("not known")
	}
}

// A read-only property shows this, and cannot be typed in.
func TestEditSaysWhatIsReadOnly(t *testing.T) {
	reg := ral.NewRegistry()
	ctime := kittest.Property("ctime", "When it was changed.")
	ctime.ReadOnly = true
	reg.Add(ral.Type{
		Name: "entry", Summary: "Entries", Doc: "Entries.", Columns: [2]string{"ctime"},
		Attributes: []*ral.Attribute{kittest.Namevar("name"), standard.Ensure("Whether it is there."), ctime, kittest.Property("mode", "The mode.")},
	}, kittest.Lister("list", "/etc/entries", "ensure", "ctime", "mode"))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/etc/entries": "one:present:noon:0644\n"})
	for _, size := range [][2]int{{120, 36}, {80, 24}, {60, 20}} {
		d := driveOn(t, model.NewSession(t.Context(), reg, fake.Host), size[0], size[1], Options{})
		d.idle()
		d.press("enter e down")
		d.says("ctime", "read only")
		d.press("enter")
		d.says("x ctime can only be read")
		d.lacks("typing")
		d.press("esc w")
		d.says("ctime is read only")
		d.press("esc up enter tab enter")
		d.says("[0644")
	}
}
