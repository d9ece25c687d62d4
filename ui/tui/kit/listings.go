package kit

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/listings"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
	"ralsh/ui/words"
)

type (
	// ReadingMsg is a batch of updates from the reading of a type.
	ReadingMsg struct {
		Reading *listings.Reading
		Batch   BatchMsg[listings.Update]
	}
	// ListedMsg informs the screens that a listing has grown or ended.
	ListedMsg listings.Change
)

// Begin reads a type.
func (sh *Shared) Begin(l *listings.Listing) tea.Cmd {
	return sh.run(l.Begin(sh.Ctx, sh.Session, sh.Now()))
}

// Want reads a type, unless it is being read or was read recently.
func (sh *Shared) Want(t *ral.Type) tea.Cmd {
	return sh.run(sh.Listings.Want(sh.Ctx, sh.Session, t, sh.Now()))
}

// ReadAgain reads a type at the request of the user.
func (sh *Shared) ReadAgain(t *ral.Type) tea.Cmd {
	return sh.run(sh.Listings.Again(sh.Ctx, sh.Session, t, sh.Now()))
}

// run starts a reading and returns the command for its first batch. It ignores
// a nil reading.
func (sh *Shared) run(r *listings.Reading) tea.Cmd {
	if r == nil {
		return nil
	}
	return NextOf(r, newBatcher(r.Context(), r.Run))
}

// NextOf returns the command for the next batch of a reading.
func NextOf(r *listings.Reading, feed *Batcher[listings.Update]) tea.Cmd {
	next := feed.Next()
	return func() tea.Msg { return ReadingMsg{r, next().(BatchMsg[listings.Update])} }
}

// TypeSign returns the sign of a type.
func TypeSign(l *listings.Listing) frame.Sign {
	switch {
	case l.Type.OnlyDeclared():
		return frame.NoSign
	case l.Unsuitable():
		return frame.SignCannot
	case len(l.Failed()) > 0 || l.Stage == listings.StageDone && l.WithFindings > 0:
		return frame.SignNeeds
	case l.Busy():
		return frame.SignWorks
	case l.Stage == listings.StageWaiting:
		return frame.SignWaits
	case len(l.Choice.Election.Tied) > 1:
		return frame.SignNeeds
	}
	return frame.NoSign
}

// UnsuitableReason returns why a type cannot be managed here.
func UnsuitableReason(l *listings.Listing) string {
	if l.Type.OnlyDeclared() {
		return l.Choice.Election.Why()
	}
	text := "no provider of " + l.Type.Name + " is suitable"
	if len(l.Choice.All) == 1 {
		text += ": " + l.Choice.All[0].Reason()
	}
	return text
}

// SourceNames joins the names of the providers of sources.
func SourceNames(list []*listings.Source) safe.Text {
	var text safe.Text
	for i, s := range list {
		if i > 0 {
			text += ", "
		}
		text += safe.Clean(s.Provider.Name)
	}
	return text
}

// SourcesFared describes the result of sources that ended with an error. If all
// have instances, or errors about malformed data alone, everything that is readable was
// listed.
func SourcesFared(ended ...*listings.Source) safe.Text {
	for _, src := range ended {
		if !ral.ListedPart(src.Count, src.Err) {
			return " cannot list"
		}
	}
	return " listed a part"
}

// WhereRead returns a sentence about each source without instances: its
// command, or the files that it read.
func WhereRead(l *listings.Listing) []safe.Text {
	if l.Busy() {
		return nil
	}
	var rows []safe.Text
	for _, src := range l.Sources {
		if src.Done && src.Err == nil {
			rows = append(rows, safe.Clean(src.Provider.Name)+" "+WhereOf(src))
		}
	}
	return rows
}

// WhereOf returns the command that a source ran, else the files and directories
// that it read.
func WhereOf(src *listings.Source) safe.Text {
	switch {
	case src.Command != "":
		return "ran " + safe.Clean(src.Command)
	case len(src.Searched) == 0:
		return "ran"
	}
	text := "searched " + safe.Clean(strings.Join(src.Searched, ", "))
	if src.SearchedMore {
		text += " and more"
	}
	return text
}

// Unasked reports whether an instance exists without configuration and has no
// findings, like a mounted file system of the kernel.
func Unasked(e listings.Entry) bool {
	return e.Instance.Type.OnlyNow(e.Instance) && !e.HasFindings()
}

// EntriesByName compares instances for a list: in natural order of their names,
// then by provider.
func EntriesByName(a, b listings.Entry) int {
	if by := widget.CompareNames(a.Instance.Name, b.Instance.Name); by != 0 {
		return by
	}
	return strings.Compare(a.ID(), b.ID())
}

// TypesByName compares types by name.
func TypesByName(a, b *listings.Listing) int {
	return widget.CompareNames(a.Type.Name, b.Type.Name)
}

// LinksByName compares links by type, then by title.
func LinksByName(a, b model.Link) int {
	return cmp.Or(widget.CompareNames(a.Type, b.Type), widget.CompareNames(a.Title, b.Title))
}

// SourceStatus returns how a source failed, on a single line.
func SourceStatus(src *listings.Source) safe.Text {
	return safe.Clean(model.FailureOf(src.Err, 0).Status)
}

// InstancesCount returns the number of instances, or the status shown instead,
// for the list of types.
func InstancesCount(l *listings.Listing) safe.Text {
	switch {
	case l.Choice != nil && len(l.Choice.All) == 0:
		return "none"
	case l.Unsuitable():
		return "-"
	case l.Stage == listings.StageWaiting && l.Ended.IsZero():
		return "waiting"
	case l.Type.NotListable != "":
		return safe.Clean(l.Type.NotListable)
	case l.Stage == listings.StageTesting && l.Ended.IsZero():
		return ""
	case l.Stage == listings.StageDone && len(l.Sources) == 0:
		return "none"
	case len(l.Entries) == 0 && len(l.Sources) > 0 && len(l.Failed()) == len(l.Sources):
		return "-"
	}
	return words.Count(len(l.Entries))
}
