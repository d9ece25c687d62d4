package tui

import (
	"fmt"
	"strings"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/theme"
	"ralsh/ui/tui/widget"
)

// placed is where a draft stands in the order, or why it has no place.
func (b *basketList) placed(d *model.Draft, wide bool) safe.Text {
	st, s := b.sh.basket.Status(d), b.plan.Steps[d]
	short := func(word, more string) safe.Text {
		if wide {
			return safe.Clean(word + more)
		}
		return safe.Clean(word)
	}
	switch {
	case st.Omitted:
		return short("left out", string(b.sh.spell(": {select} puts it back")))
	case st.NotReady.Reason != "":
		return short("not ready", ": "+st.NotReady.Reason)
	case st.BlockedReason != "":
		return short("cannot be planned", ": "+st.BlockedReason)
	case b.plan.Cycle() != nil && s == nil:
		return "no order"
	case s == nil:
		return ""
	case s.Status == transaction.InSync && s.Until > 0:
		return short("in sync now", fmt.Sprintf(", unknown until %d", s.Until))
	case s.Status == transaction.InSync:
		return short("in sync", " since "+st.InSyncSince.Format("15:04:05"))
	case st.RefusedReason != "" && !wide:
		return "needs root"
	case st.RefusedReason != "":
		return safe.Clean(itoa(s.N)) + "  needs root"
	case s.Why.After > 0:
		by, _, _ := strings.Cut(s.Why.By, " ")
		return short(fmt.Sprintf("%d after %d", s.N, s.Why.After), ": "+by)
	}
	return short(itoa(s.N), "  as staged")
}

// sure is how sure the plan is of the least sure change.
func (b *basketList) sure(d *model.Draft) (safe.Text, theme.Token) {
	st, s := b.sh.basket.Status(d), b.plan.Steps[d]
	switch {
	case st.Omitted || st.NotReady.Reason != "" || st.BlockedReason != "":
		return "", 0
	case b.working:
		return "o", theme.Info
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

func (b *basketList) message() frame.Message {
	if m, open := b.ranging(); open {
		return m
	}
	switch path := b.plan.Cycle(); {
	case b.list.Total() == 0:
		return frame.Message{Text: "nothing has been changed"}
	case b.sh.applying != nil:
		return frame.Message{Sign: frame.SignWorks, Text: b.sh.applying.running() + "; what is done leaves the basket when that has ended"}
	case b.working:
		return frame.Message{Sign: frame.SignWorks, Text: b.work.said(b.sh.now()) + "; nothing has been changed yet"}
	case path != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: "no order can be made: " + safe.Clean(strings.Join(path, " => "))}
	case b.plan.Err != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean("there is no plan: " + firstLine(b.plan.Err.Error()))}
	}
	if why := b.refused(); why != "" {
		text := safe.Clean(why) + b.sh.spell(". {show-command} shows the command")
		return frame.Message{Sign: frame.SignCannot, Text: text}
	}
	return frame.Message{
		Text:     widget.Count(b.plan.Included()) + " of " + widget.Count(b.list.Total()) + " will be applied; nothing has been changed yet",
		Evidence: widget.Took(b.took),
	}
}
