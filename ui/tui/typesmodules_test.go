package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ui/tui/kittest"
)

const (
	thingType = `newtype("thing", doc = "WHAT.", attrs = [param("name", doc = "Its name.", namevar = True), ensurable(), prop("size", doc = "How big.")])
provider("list", type = "thing", doc = "All.", instances = lambda self: [{"name": "one", "size": "1"}], set = lambda self, name, value: None)
`
	thingFile = "m/lib/ral/type/thing.star"
)

// modulesDriver returns a driver with the types user and group, and the modules
// of a directory.
func modulesDriver(t *testing.T, width, height int) (*driver, func(file, text string)) {
	t.Helper()
	dir := t.TempDir()
	write := func(file, text string) {
		t.Helper()
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, ".config"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, ".state"))
	write(thingFile, strings.Replace(thingType, "WHAT", "Things of this host", 1))
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "user", Summary: "Accounts", Attributes: []*ral.Attribute{kittest.Namevar("name"), standard.Ensure("")}}, kittest.Lister("useradd", "/etc/none", "ensure"))
	session, err := model.OpenWith(t.Context(), reg, t.TempDir(), model.ModuleChoice{Path: dir})
	if err != nil {
		t.Fatal(err)
	}
	d := driveOn(t, session, width, height, Options{})
	d.idle()
	return d, write
}

// A type from a module is in the list, and shows its module and file.
func TestTypesOfModules(t *testing.T) {
	for _, width := range []int{80, 120} {
		d, _ := modulesDriver(t, width, 24)
		d.says("thing", "Things of this host", "2 types", "From module m, ", "thing.star:1:8.")
		d.press("/")
		d.typed("m")
		d.press("enter")
		d.says("1 of 2")
		d.press("w")
		if width == 80 {
			d.press("enter")
		}
		d.says("From module m,")
	}
}

// r reads changed files: the type, its instances, and its drafts are updated.
func TestModulesAreReadAgain(t *testing.T) {
	d, write := modulesDriver(t, 99, 36)
	d.press("enter")
	d.says("types › thing", "one")
	d.press("esc")
	draft := d.app.sh.Basket.Draft(d.app.sh.Session.Env.Registry.Type("thing"), "one", nil, nil)
	draft.Set("size", "7")

	write(thingFile, strings.NewReplacer("WHAT", "Other things", `"size": "1"`, `"size": "2"`, `"one"`, `"two"`).Replace(thingType))
	write("m/lib/ral/type/word.star", strings.NewReplacer("thing", "word", "WHAT", "Words").Replace(thingType))
	d.press("r")
	d.idle()
	d.says("3 types", "Other things", "word")
	d.lacks("Things of this host")
	d.press("enter")
	d.says("types › thing", "two")
	d.press("esc")
	if now := d.app.sh.Session.Env.Registry.Type("thing"); draft.Type != now {
		t.Error("the draft is about the type that was")
	}

	write(thingFile, "newtype('thing', docs = 1)")
	d.press("r")
	d.idle()
	d.lacks("Other things")
	d.says("1 plugin cannot be used: m lib/ral/type/thing.star:1:8: newtype: ")
	d.press("w")
	d.says(`"doc"?)`)
	d.press("esc")
	write(thingFile, strings.Replace(thingType, "WHAT", "Back again", 1))
	d.press("r")
	d.idle()
	d.says("3 types", "Back again")
	d.lacks("cannot be used")
}

// Several unusable plugins are counted, and the why of the message and the log
// list each with its module and path, also at the start.
func TestSeveralFailuresOfModules(t *testing.T) {
	d, write := modulesDriver(t, 120, 36)
	var names []string
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		write("n/lib/ral/fact/"+name+".star", "(")
		names = append(names, "n lib/ral/fact/"+name+".star:1:2: ")
	}
	again := driveOn(t, d.app.sh.Session, 120, 36, Options{})
	again.idle()
	again.lacks("cannot be used")
	d.press("r")
	d.idle()
	d.says("7 plugins cannot be used (w lists them): " + names[0])
	d.press("w")
	d.says(append(names[:6:6], "1 more: ")...)
	d.lacks(names[6])
	d.press("esc L")
	d.says(names...)
	again = driveOn(t, d.app.sh.Session, 120, 36, Options{})
	again.idle()
	again.says("7 plugins cannot be used (w lists them): " + names[0])
}
