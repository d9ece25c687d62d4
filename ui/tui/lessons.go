package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// Welcome is what leads somebody who is new through a sample host: what the host is,
// and on what the five lessons are done. There is none while About is empty.
type Welcome struct {
	About safe.Text
	Why   string // the type to ask why about; its row is under the cursor at the start
	Edit  string // the type of the instance that is edited
	Name  string // its name
	Try   safe.Text
}

// lesson is one step of the welcome. It is done by doing it, and not by reading it.
type lesson int

const (
	lessonWhy lesson = iota
	lessonEdit
	lessonDifference
	lessonApply
	lessonUndo
	lessonCount
)

// lessons are which steps of the welcome are done, and whether the next is said.
type lessons struct {
	Welcome
	done  [lessonCount]bool
	shown bool // the next one is said on screens that say nothing themselves
}

func newLessons(w Welcome) lessons { return lessons{Welcome: w, shown: w.About != ""} }

// any reports whether there are lessons at all.
func (l *lessons) any() bool { return l.About != "" }

func (l *lessons) dismiss() { l.shown = false }

// next is the first lesson that is not done, lessonCount when all are.
func (l *lessons) next() lesson {
	for i, done := range l.done {
		if !done {
			return lesson(i)
		}
	}
	return lessonCount
}

func (l *lessons) count() int {
	n := 0
	for _, done := range l.done {
		if done {
			n++
		}
	}
	return n
}

// name is what a lesson is about, and how is what one does.
func (l *lessons) name(of lesson) (name, how safe.Text) {
	switch of {
	case lessonWhy:
		return "ask why", "{why} on " + safe.Clean(l.Why) + ": no provider here, and the tests say why"
	case lessonEdit:
		return "edit " + safe.Clean(l.Name), l.Try
	case lessonDifference:
		return "see the difference", "{difference} shows what would run, before it runs"
	case lessonApply:
		return "apply it", "{apply} on the difference asks, and Yes does it"
	default:
		return "take it back", "{undo-run} on the run, in {history}, plans the way back"
	}
}

// message is the next lesson as the message line.
func (l *lessons) message(sh *shared, own frame.Message) (frame.Message, bool) {
	if !l.shown || own.Text != "" {
		return frame.Message{}, false
	}
	at := l.next()
	if at == lessonCount {
		return frame.Message{Text: "all five steps are done: the rest works the same way", Evidence: sh.spell("{dismiss} hides")}, true
	}
	name, how := l.name(at)
	return frame.Message{
		Text:     safe.Clean(fmt.Sprintf("step %d of %d, %s: ", at+1, lessonCount, name)) + sh.spell(string(how)),
		Evidence: sh.spell("{dismiss} hides"),
	}, true
}

// attend ticks off what has been done since: which screens are there, what is
// staged, and what was carried out. It says so, with what comes next.
func (a *app) attend() tea.Cmd {
	l := &a.sh.welcome
	if !l.any() || l.next() == lessonCount {
		return nil
	}
	before := l.done
	if included, _ := a.sh.basket.Count(); included > 0 {
		l.done[lessonEdit] = true
	}
	for _, at := range a.stack {
		l.attend(at.screen, at.route)
	}
	if l.done == before || !l.shown {
		return nil
	}
	said := safe.Clean(fmt.Sprintf("%d of %d steps done.", l.count(), lessonCount))
	if at := l.next(); at < lessonCount {
		name, how := l.name(at)
		said += " Next, " + name + ": " + a.sh.spell(string(how))
	}
	return a.show(frame.Message{Sign: frame.SignInSync, Text: said})
}

// attend ticks off what a screen of the stack stands for.
func (l *lessons) attend(s screen, r route) {
	switch r.kind {
	case routeProviders:
		l.done[lessonWhy] = true
	case routeDifference:
		if r.proposal.undo == nil && l.done[lessonEdit] {
			l.done[lessonDifference] = true
		}
	case routeApply:
		if run, ok := s.(runner); !ok || run.carried() == nil {
			return
		}
		if r.proposal.undo != nil {
			l.done[lessonUndo] = true
		} else {
			l.done[lessonApply] = true
		}
	}
}
