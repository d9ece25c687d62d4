package kit_test

import (
	"testing"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// Another press of the key while an undo is planned begins no second one, and says so.
func TestOneUndoAtATime(t *testing.T) {
	sh, _ := kittest.Shared(t)
	first := kit.UndoRun(sh, 0, nil)
	if text, ok := kit.UndoRun(sh, 0, nil)().(kit.SayMsg); !ok || text.Text != "the undo is being planned" {
		t.Errorf("the second press: %+v", text)
	}
	st := kittest.NewStage(t, sh, &kittest.StandIn{})
	st.Run(first)
	st.Until(nil)
	st.Run(kit.UndoRun(sh, 0, nil))
	st.Until(nil)
	if got := st.LastMessage(); got == "the undo is being planned" {
		t.Error("afterwards none begins")
	}
}
