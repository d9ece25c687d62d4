package history

import (
	"errors"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/undo"
	"ralsh/ral/journal"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/words"
)

// pastWords returns sentences about a run as a whole: how it ended, and who
// started it.
func pastWords(sh *kit.Shared, rec *journal.Record) []safe.Text {
	var list []safe.Text
	say := func(text string) {
		if text != "" {
			list = append(list, safe.Clean(text))
		}
	}
	say(model.Ending(rec, sh.Now().Location()))
	say(rec.Error)
	say(rec.Summary)
	say(model.UndoneBy(rec))
	if rec.Status == journal.Lost {
		return list
	}
	by := "by " + rec.Who() + " on " + rec.Host
	if start := rec.Start(); start != "" {
		by += ", from " + start
	}
	if rec.Root != "/" {
		by += ", below " + rec.Root
	}
	say(by + ", ralsh " + rec.Version + ", process " + strconv.Itoa(rec.PID))
	for _, text := range model.Damage(rec) {
		say(text)
	}
	return list
}

func pastSign(st *journal.Step, running bool) frame.Sign {
	switch {
	case !st.Done && running:
		return frame.SignWorks
	case !st.Done:
		return frame.SignUnknown
	}
	if st.Interrupted() != "" {
		return frame.SignUnknown
	}
	switch st.Status {
	case "failed", "did_not_take":
		return frame.SignNeeds
	case "stopped":
		return frame.SignMoved
	case "skipped", "not_begun", "blocked":
		return frame.SignCannot
	}
	return frame.SignInSync
}

// pastState returns how a step of a past run ended.
func pastState(st *journal.Step, running bool) safe.Text {
	text := words.PastStatus(st, running)
	if st.Error != "" && st.Interrupted() == "" {
		text += ": " + safe.Clean(words.FirstLine(st.Error))
	}
	return text
}

// pastChange formats the old and the new value of a property in a past run.
func pastChange(st *journal.Step, c journal.Change) safe.Text {
	text := c.Property + ": "
	if was := c.Is.Text(); was != "" {
		text += was + safe.Arrow
	}
	text += c.Should.Text()
	if end := words.PastChangeEnd(st, c); end != "" {
		text += "  (" + string(end) + ")"
	}
	if c.Error != "" {
		text += "  " + words.FirstLine(c.Error)
	}
	return safe.Clean(text)
}

// pastAct formats an act of a past run, and how it ended: "exit 0".
func pastAct(a journal.Act) (text, end safe.Text, sign frame.Sign) {
	text, sign = safe.Clean(a.Text), frame.NoSign
	if a.Kind == "write" { // the arrow between sizes
		text = safe.Clean(strings.Replace(a.Text, " -> ", safe.Arrow, 1))
	}
	end, well := words.PastEnd(a)
	switch {
	case !well && a.Done || a.Error != "":
		sign = frame.SignNeeds
	case !well:
		sign = frame.SignUnknown
	}
	return text, safe.Clean(words.FirstLine(string(end))), sign
}

func pastTook(a journal.Act) safe.Text {
	if !a.Done || a.ElapsedMS <= 0 {
		return ""
	}
	return words.Took(time.Duration(a.ElapsedMS * float64(time.Millisecond)))
}

// whyRun reports how a run ended, why steps failed, and which changes cannot be
// undone. For the undo it reads the host.
func whyRun(sh *kit.Shared, rec *journal.Record) tea.Cmd {
	return func() tea.Msg {
		texts := append(pastWords(sh, rec), stepReasons(rec)...)
		u, err := sh.Session.Undo(sh.Ctx, rec.Number)
		if _, known := errors.AsType[*undo.CannotUndoError](err); known {
			texts = append(texts, safe.Clean(err.Error()))
		} else if err != nil {
			texts = append(texts, safe.Clean("cannot undo the run: "+err.Error()))
		} else {
			texts = append(texts, kit.CannotWords(u.NotUndoable)...)
		}
		copied := ""
		for _, t := range texts {
			copied += string(t) + "\n"
		}
		title := safe.Clean("result of run " + strconv.Itoa(rec.Number))
		return kit.MenuMsg{Menu: kit.NewMenu(sh, "why", title, texts, "",
			kit.Option{Name: "copy", What: "this text", Do: func() tea.Cmd { return kit.SendCopy(copied, "the reason") }},
			kit.Option{Name: "back", What: "", Do: kit.Back})}
	}
}

// stepReasons returns why steps of a past run failed, stopped or were skipped.
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
