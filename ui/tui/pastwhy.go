package tui

import (
	tea "charm.land/bubbletea/v2"

	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// whyRun tells how a run ended, why of each step that is not as it should be, and
// what of it cannot be taken back. To know that the host is looked at.
func whyRun(sh *shared, rec *journal.Record) tea.Cmd {
	return func() tea.Msg {
		texts := append(pastWords(sh, rec), stepReasons(rec)...)
		if why := sh.session.CannotUndo(rec); why != "" {
			texts = append(texts, safe.Clean("it cannot be taken back: "+why))
		} else if u, err := sh.session.Undo(sh.ctx, rec.Number); err != nil {
			texts = append(texts, safe.Clean("it cannot be taken back: "+err.Error()))
		} else {
			texts = append(texts, cannotWords(u.NotUndoable)...)
		}
		copied := ""
		for _, t := range texts {
			copied += string(t) + "\n"
		}
		title := safe.Clean("what became of run " + itoa(rec.Number))
		return menuMsg{newChoose(sh, "why", title, texts, "",
			option{"copy", "this text", func() tea.Cmd { return sent(copied, "the reason") }},
			option{"back", "", back})}
	}
}

// stepReasons are why steps of a past run failed, stopped or were left.
func stepReasons(rec *journal.Record) []safe.Text {
	var texts []safe.Text
	for i := range rec.Steps {
		st := &rec.Steps[i]
		if st.Error == "" {
			continue
		}
		texts = append(texts, safe.Lines(string(words.PastStep(st)+" "+words.Word(st.Status))+": "+st.Error)...)
	}
	return texts
}
