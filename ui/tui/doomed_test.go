package tui

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/plantext"
)

// A property that will fail is reported before Yes, even if another one will not.
func TestDoomed(t *testing.T) {
	attr := func(name string) *ral.Attribute { return &ral.Attribute{Name: name, Kind: ral.Property} }
	step := func(title string, status transaction.Status, shell transaction.Status) *transaction.Step {
		return &transaction.Step{
			Decl: &ral.Decl{Type: "user", Title: title}, Status: status,
			Changes: []transaction.Change{{Attr: attr("shell"), Status: shell}, {Attr: attr("password"), Status: transaction.Planned}},
		}
	}
	half, whole, out := step("alice", transaction.Planned, transaction.Blocked), step("bob", transaction.Planned, transaction.Planned), step("eve", transaction.Blocked, transaction.Blocked)
	if got, want := string(plantext.DoomedText(&transaction.Plan{Steps: []*transaction.Step{whole, half, out}})), "shell of user alice cannot be changed: the apply would fail"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := plantext.DoomedText(&transaction.Plan{Steps: []*transaction.Step{whole, out}}); got != "" {
		t.Errorf("of what is whole or left out is said %q", got)
	}
	if got := plantext.StepSign(half); got != frame.SignNeeds {
		t.Errorf("its sign is %v", got)
	}
}
