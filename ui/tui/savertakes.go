package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/ui/safe"
	"ralsh/ui/tui/keys"
	"ralsh/ui/tui/widget"
)

// takeUp puts the drafts of the session before, or of another one that is open,
// behind those that were begun here, and says so. What another session did is
// told by what was known of the file before: what it changed or took out is so
// here too, unless it was changed here as well; what was taken out here stays out.
func (a *app) takeUp(msg basketLoadedMsg) tea.Cmd {
	if a.saver.err = msg.err; msg.err != nil {
		return tea.Batch(sayError(safe.Clean("the basket that was kept cannot be taken up: "+msg.err.Error())), a.left())
	}
	before, again := model.ParseSavedBasket(a.saver.disk), a.saver.ready
	a.saver.ready, a.saver.disk, a.saver.seen = true, msg.basket.Data, []stamp{{}} // none that there is
	out := a.follow(before, msg.basket)
	var cmds []tea.Cmd
	n, untyped := 0, []string(nil)
	for _, st := range msg.basket.Staged {
		d := st.Draft
		if a.sh.drafts.find(d.Type, d.Title, d.Provider) != nil || before.Holds(d) {
			continue // it is here, or was taken out here
		}
		n++
		a.sh.drafts.kept = append(a.sh.drafts.kept, d)
		a.sh.drafts.note(d, func(m *draftStatus) { m.out = st.Out })
		for _, name := range d.Missing() {
			untyped = append(untyped, name+" of "+d.Ref())
			a.sh.drafts.note(d, func(m *draftStatus) { m.bad = secretAgain })
		}
		cmds = append(cmds, a.readDraft(d))
	}
	key := safe.Clean(a.sh.keys.Key(keys.Basket))
	switch {
	case again && n > 0 && out > 0:
		cmds = append(cmds, say("another session has staged "+widget.Count(n)+" more and taken "+widget.Count(out)+" out; "+key+" shows all"))
	case again && n > 0:
		cmds = append(cmds, say("another session has staged "+widget.Count(n)+" more; "+key+" shows all"))
	case out > 0:
		cmds = append(cmds, say("another session has taken "+widget.Count(out)+" out of the basket; "+key+" shows the rest"))
	case n > 0:
		cmds = append(cmds, say("a basket of "+widget.Count(n)+" is here from before; "+key+" shows it"))
	}
	if len(untyped) > 0 {
		cmds = append(cmds, sayError(safe.Clean("to be typed again, since secrets are not kept: "+few(untyped))))
	}
	if aside := msg.basket.Rejected; len(aside) > 0 {
		cmds = append(cmds, sayError(safe.Clean("of the basket from before was left aside: "+strings.Join(aside, "; ")+". It is in "+msg.basket.File)))
	}
	return tea.Batch(append(cmds, a.tell(draftedMsg{}))...)
}

// follow does to the drafts that were not touched here what another session did
// to them, and says how many it took out.
func (a *app) follow(before model.SavedBasket, theirs model.Basket) (out int) {
	now := model.ParseSavedBasket(theirs.Data)
	for _, d := range a.sh.drafts.unsaved() {
		ours := model.Staged{Draft: d, Out: a.sh.drafts.marks[d].out}
		if !before.Same(ours) || now.Same(ours) {
			continue
		}
		i := slices.IndexFunc(theirs.Staged, func(st model.Staged) bool {
			return st.Draft.Type == d.Type && st.Draft.Title == d.Title && st.Draft.Provider == d.Provider
		})
		switch {
		case i >= 0:
			d.MergeFrom(theirs.Staged[i].Draft)
			a.sh.drafts.note(d, func(st *draftStatus) { *st = draftStatus{out: theirs.Staged[i].Out} })
		case !now.Holds(d):
			out++
			a.sh.drafts.kept = slices.DeleteFunc(a.sh.drafts.kept, func(k *model.Draft) bool { return k == d })
		}
	}
	return out
}
