package basketlist

import (
	"fmt"
	"strconv"
	"strings"

	"ralsh/model/draft"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/plantext"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// placed returns the place of a draft in the order, or why it has no place.
func (b *Screen) placed(d *draft.Draft, wide bool) safe.Text {
	st, s := b.Sh.Basket.Status(d), b.plan.Steps[d]
	short := func(word, more string) safe.Text {
		if wide {
			return safe.Clean(word + more)
		}
		return safe.Clean(word)
	}
	switch {
	case st.Omitted && b.invalid(d) != "":
		return short("omitted, invalid", ": "+b.invalid(d))
	case st.Omitted:
		return short("omitted", string(b.Sh.Spell(": {select} includes it")))
	case st.NotReady.Reason != "":
		return short("not ready", ": "+st.NotReady.Reason)
	case st.BlockedReason != "":
		return short("cannot be planned", ": "+st.BlockedReason)
	case b.plan.Cycle() != nil && s == nil:
		return "cycle"
	case s == nil:
		return ""
	case s.Status == transaction.InSync && s.Until > 0:
		return short("in sync now", fmt.Sprintf("; may change after step %d", s.Until))
	case s.Status == transaction.InSync:
		return short("in sync", " since "+st.InSyncSince.Format("15:04:05"))
	case st.RefusedReason != "" && !wide:
		return "needs root"
	case st.RefusedReason != "":
		return safe.Clean(strconv.Itoa(s.N)) + "  needs root"
	case s.Why.After > 0:
		by, _, _ := strings.Cut(s.Why.By, " ")
		return short(fmt.Sprintf("%d after %d", s.N, s.Why.After), ": "+by)
	}
	return short(strconv.Itoa(s.N), "  as staged")
}

// sure returns the lowest certainty of the changes of a draft.
func (b *Screen) sure(d *draft.Draft) (safe.Text, theme.Token) {
	st, s := b.Sh.Basket.Status(d), b.plan.Steps[d]
	switch {
	case st.Omitted || st.NotReady.Reason != "" || st.BlockedReason != "":
		return "", 0
	case b.Busy():
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
	return plantext.Certainty(worst)
}

func (b *Screen) message() frame.Message {
	if m, open := b.ranging(); open {
		return m
	}
	switch path := b.plan.Cycle(); {
	case b.List.Total() == 0:
		return frame.Message{Text: "no changes were made"}
	case b.Sh.Applying != nil:
		return frame.Message{Sign: frame.SignWorks, Text: b.Sh.Applying.Running() + "; applied changes leave the basket when the apply ends"}
	case b.Busy():
		return frame.Message{Sign: frame.SignWorks, Text: b.work.Text(b.Sh.Now()) + "; no changes were made yet"}
	case path != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: "the order has a cycle: " + safe.Clean(strings.Join(path, " => "))}
	case b.plan.Err != nil:
		return frame.Message{Sign: frame.SignNeeds, Text: safe.Clean("no plan: " + words.FirstLine(b.plan.Err.Error()))}
	}
	if why := b.refused(); why != "" {
		text := safe.Clean(why) + b.Sh.Spell(". {show-command} shows the command")
		return frame.Message{Sign: frame.SignCannot, Text: text}
	}
	return frame.Message{
		Text:     words.Count(b.plan.Included()) + " of " + words.Count(b.List.Total()) + " will be applied; no changes were made yet",
		Evidence: words.Took(b.took),
	}
}

// changesOf names the changes of a draft as far as known without a plan:
// "ensure absent", "shell, comment". Without changes it names the edited
// attributes.
func changesOf(d *draft.Draft) string {
	var changes, properties, typed []string
	for _, a := range d.Type.Order() {
		text, ok := d.Text(a.Name)
		if a.Name == "ensure" && !ok && makes(d, a) {
			text, ok = "present", true
		}
		if !ok || a.Kind == ral.Meta {
			continue
		}
		name := a.Name
		if name == "ensure" {
			name += " " + text
		}
		typed = append(typed, name)
		if a.Kind != ral.Property {
			continue
		}
		properties = append(properties, name)
		if !d.Found.Present() || notation.Typed(a, d.Found.Get(a.Name)) != text {
			changes = append(changes, name)
		}
	}
	for _, names := range [][]string{changes, properties} {
		if len(names) > 0 {
			return strings.Join(names, ", ")
		}
	}
	return strings.Join(typed, ", ")
}

// makes reports whether a draft would create a missing resource although its
// ensure is not set, because a desired property implies ensure => present
// (semantics.md T30).
func makes(d *draft.Draft, ensure *ral.Attribute) bool {
	if d.Found == nil || d.Found.Present() || ensure.DefaultFunc == nil {
		return false
	}
	for _, a := range d.Type.Properties() {
		if _, ok := d.Text(a.Name); ok {
			return true
		}
	}
	return false
}
