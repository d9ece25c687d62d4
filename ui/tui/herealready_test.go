package tui

import (
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/standard"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// A new name that already exists edits the existing resource, reports this, and
// stages nothing.
func TestNewIsHereAlready(t *testing.T) {
	d, fake := drive(t, 120, 36, Options{})
	for _, before := range []string{"down down down down down enter n", "esc esc n"} {
		d.press(before)
		d.typed("alice")
		d.press("enter")
		d.says("alice › edit", "alice exists already; ralsh opened it for editing")
		d.lacks("basket")
	}
	d.press("esc esc n")
	d.typed("zoe")
	d.press("enter")
	d.lacks("here already")
	d.says("basket 1")
	fake.Put("/etc/passwd", "zoe:present:1002:1002:/bin/sh:x\n", 0o644)
	d.send(kit.ChangedMsg{})
	d.idle()
	d.lacks("here already")
}

// If nothing of a run can be undone, U and w show why.
func TestNothingToUndo(t *testing.T) {
	d, _ := historyOn(t, 120, 36, func(t *testing.T, dir string) {
		run(t, dir, 1, opened(1, `,"what":"User[deploy]","from":"screens"`),
			`{"t":"step","n":1,"type":"user","title":"deploy","provider":"useradd","was":[{"name":"ensure","value":{"sym":"present"}},{"name":"password","value":{"secret":"aa"}}]}`,
			`{"t":"property","n":1,"change":{"property":"password","is":{"secret":"aa"},"should":{"secret":"bb"},"status":"changed"}}`,
			`{"t":"step_done","n":1,"status":"changed","now":[{"name":"ensure","value":{"sym":"present"}},{"name":"password","value":{"secret":"bb"}}]}`,
			`{"t":"closed","status":"changed","changed":1,"summary":"1 change done."}`)
	})
	d.press("w")
	d.says("result of run 1", "cannot undo User[deploy]: password: ")
	d.press("esc enter w")
	d.says("result of run 1", "cannot undo User[deploy]: password: ")
	d.press("esc U")
	d.says("! cannot undo run 1: cannot undo User[deploy]: password: ")
}

// w on a failed run shows why its steps failed.
func TestWhyOfAFailedRun(t *testing.T) {
	d, _ := historyOn(t, 120, 36, aJournal)
	d.press("down down w")
	d.says("result of run 2", "package nginx failed: apt-get: exit 100", "service nginx skipped: needs Package[nginx], which failed")
}

// Providers that failed for different reasons each show their own.
func TestSourcesFailedEach(t *testing.T) {
	session, fake := kittest.Fixture(t)
	fake.Put("/var/gem", "FAIL:stopped after its deadline of 30 s\n", 0o644)
	d := driveOn(t, session, 120, 36, Options{})
	d.idle()
	d.press("down down enter")
	d.says("! 2 of 3 cannot list: gem, pip")
	d.lacks("cannot list: stopped")
}

// A required value of a new resource is shown at its field.
func TestRequiredAtTheField(t *testing.T) {
	reg := ral.NewRegistry()
	ip := kittest.Property("ip", "The address.")
	ip.Required = true
	reg.Add(ral.Type{
		Name: "host", Summary: "Hosts", Doc: "Hosts.", Columns: [2]string{"ip"},
		Attributes: []*ral.Attribute{kittest.Namevar("name"), standard.Ensure("Whether it is there."), ip},
	}, kittest.Lister("parsed", "/etc/hosts", "ensure", "ip"))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/etc/hosts": "db1:present:192.0.2.7\n"})
	d := driveOn(t, model.NewSession(t.Context(), reg, fake.Host), 120, 36, Options{})
	d.idle()
	d.press("n")
	d.typed("db2")
	d.press("enter")
	d.says("ip is required for a new")
	d.press("esc esc n")
	d.typed("db1")
	d.press("enter")
	d.lacks("required")
}

// The result of an apply is closed once its remaining steps were applied.
func TestResultIsReplaced(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	plan := &transaction.Plan{}
	d.app.stack = append(d.app.stack, layer{Screen: pastApply{plan: plan}}, layer{Screen: kit.NewMenu(d.app.sh, "difference", "", nil, "")})
	d.app.replace(kit.Route{Kind: kit.RouteApply, Proposal: &kit.Proposal{Plan: &transaction.Plan{}, Ends: plan}})
	if got := strings.Join(strings.Fields(d.app.title()), " "); got != "types > apply" {
		t.Errorf("the screens are %s", got)
	}
}

// pastApply is an apply that has ended.
type pastApply struct {
	kit.Runner
	plan *transaction.Plan
}

func (p pastApply) Carried() *transaction.Plan { return p.plan }
func (p pastApply) Running() safe.Text         { return "" }
func (p pastApply) Crumb() safe.Text           { return "result" }
func (p pastApply) Close()                     {}
