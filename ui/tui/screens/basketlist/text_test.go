package basketlist

import (
	"testing"

	"ralsh/ral"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// The description of a draft is the same whether it is ready or waits for
// another one.
func TestADraftReadsTheSameReadyOrNot(t *testing.T) {
	for name, c := range map[string]struct {
		typ, title string
		attrs      []string
		says       string
	}{
		"new, of nobody's word": {"user", "fresh", []string{"shell", "/bin/bash"}, "ensure present, shell"},
		"new":                   {"user", "fresh", []string{"ensure", "present", "shell", "/bin/bash"}, "ensure present, shell"},
		"there":                 {"user", "deploy", []string{"shell", "/bin/bash", "home", "/home/deploy"}, "shell"},
		"there, asked to be":    {"user", "deploy", []string{"ensure", "present", "shell", "/bin/bash"}, "shell"},
		"there, to go":          {"user", "deploy", []string{"ensure", "absent"}, "ensure absent"},
	} {
		t.Run(name, func(t *testing.T) {
			sh, _ := kittest.Shared(t)
			d := kittest.StageChange(t, sh, c.typ, c.title, c.attrs...)
			found, err := kit.ReadDraft(t.Context(), sh.Session, d.Clone())
			if err != nil {
				t.Fatal(err)
			}
			d.Found = found
			b := New(sh)
			st := kittest.NewStage(t, sh, b)
			st.Until(nil)
			if b.plan.Steps[d] == nil || sh.Basket.Status(d).NotReady.Reason != "" {
				t.Fatalf("it is not ready: %+v", sh.Basket.Status(d))
			}
			if got := string(b.change(d)); got != c.says {
				t.Errorf("ready it reads %q, want %q", got, c.says)
			}
			d.Set("require", "User[nobody]")
			st.Run(b.replan())
			st.Until(nil)
			if got := string(b.change(d)); got != c.says || sh.Basket.Status(d).NotReady.Reason == "" {
				t.Errorf("not ready it reads %q, want %q", got, c.says)
			}
		})
	}
}

// A draft with only parameters is described by them.
func TestChangesOfParametersAlone(t *testing.T) {
	sh, _ := kittest.Shared(t)
	d := kittest.StageChange(t, sh, "user", "fresh", "managehome", "true")
	d.Found = ral.AbsentInstance(d.Type, "fresh")
	if got := changesOf(d); got != "managehome" {
		t.Errorf("it reads %q", got)
	}
}

// An invalid draft is shown as invalid also while it is omitted.
func TestOmittedDraftsShowInvalidValues(t *testing.T) {
	sh, _ := kittest.Shared(t)
	kittest.StageChange(t, sh, "user", "deploy", "expiry", "tomorrow")
	st := kittest.NewStage(t, sh, New(sh))
	st.Until(nil)
	st.Sees("! ", "expiry is invalid", "not ready")
	st.Keys("space")
	st.Until(nil)
	st.Sees("! ", "expiry is invalid", "omitted, invalid")
}
