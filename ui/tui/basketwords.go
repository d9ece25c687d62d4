package tui

import (
	"fmt"
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// placed is where a draft stands in the order, or why it has no place.
func (b *basket) placed(d *model.Draft, wide bool) safe.Text {
	st, s := b.sh.drafts.marks[d], b.steps[d]
	short := func(word, more string) safe.Text {
		if wide {
			return safe.Clean(word + more)
		}
		return safe.Clean(word)
	}
	switch {
	case st.out:
		return short("left out", string(b.sh.spell(": {select} puts it back")))
	case st.bad != "":
		return short("not ready", ": "+st.bad)
	case st.blocked != "":
		return short("cannot be planned", ": "+st.blocked)
	case b.cycle() != nil && s == nil:
		return "no order"
	case s == nil:
		return ""
	case s.Status == transaction.InSync && s.Until > 0:
		return short("in sync now", fmt.Sprintf(", unknown until %d", s.Until))
	case s.Status == transaction.InSync:
		return short("in sync", " since "+st.sync.Format("15:04:05"))
	case st.refused != "" && !wide:
		return "needs root"
	case st.refused != "":
		return safe.Clean(itoa(s.N)) + "  needs root"
	case s.Why.After > 0:
		by, _, _ := strings.Cut(s.Why.By, " ")
		return short(fmt.Sprintf("%d after %d", s.N, s.Why.After), ": "+by)
	}
	return short(itoa(s.N), "  as staged")
}

// sure is how sure the plan is of the least sure change.
func (b *basket) sure(d *model.Draft) (safe.Text, frame.Style) {
	st, s := b.sh.drafts.marks[d], b.steps[d]
	switch {
	case st.out || st.bad != "" || st.blocked != "":
		return "", 0
	case b.working:
		return "o", frame.Cyan
	case s == nil || s.Status == transaction.InSync:
		return "", 0
	}
	worst := transaction.Change{Certainty: ral.Exact}
	for _, c := range s.Changes {
		if c.Certainty >= worst.Certainty {
			worst = c
		}
	}
	return sure(worst)
}

func (b *basket) message() frame.Message {
	if m, open := b.ranging(); open {
		return m
	}
	switch path := b.cycle(); {
	case b.list.Total() == 0:
		return frame.Message{Text: "nothing has been changed"}
	case b.sh.applying != nil:
		return frame.Message{Sign: frame.SignWorks, Text: b.sh.applying.running() + "; what is done leaves the basket when that has ended"}
	case b.working:
		return frame.Message{Sign: frame.SignWorks, Text: b.work.said(b.sh.now()) + "; nothing has been changed yet"}
	case path != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: "no order can be made: " + safe.Clean(strings.Join(path, " => "))}
	case b.err != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean("there is no plan: " + firstLine(b.err.Error()))}
	}
	if why := b.refused(); why != "" {
		text := safe.Clean(why) + b.sh.spell(". {show-command} shows the command")
		return frame.Message{Sign: frame.SignCannot, Text: text}
	}
	return frame.Message{
		Text:     widget.Count(b.ready()) + " of " + widget.Count(b.list.Total()) + " will be applied; nothing has been changed yet",
		Evidence: widget.Took(b.took),
	}
}
