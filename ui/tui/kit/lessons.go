package kit

import (
	"fmt"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// Welcome is what leads someone who is new through a sample host: what the host is,
// and on what the five lessons are done. There is none while About is empty.
type Welcome struct {
	About safe.Text
	Why   string // the type to ask why about; its row is under the cursor at the start
	Edit  string // the type of the instance that is edited
	Name  string // its name
	Try   safe.Text
}

// Lesson is one step of the welcome. It is done by doing it, and not by reading it.
type Lesson int

const (
	LessonWhy Lesson = iota
	LessonEdit
	LessonDifference
	LessonApply
	LessonUndo
	LessonCount
)

// Lessons are which steps of the welcome are done, and whether the next is said.
type Lessons struct {
	Welcome
	Done  [LessonCount]bool
	Shown bool // the next one is said on screens that say nothing themselves
}

// NewLessons are the lessons of a welcome, none of them done.
func NewLessons(w Welcome) Lessons { return Lessons{Welcome: w, Shown: w.About != ""} }

// Any reports whether there are lessons at all.
func (l *Lessons) Any() bool { return l.About != "" }

// Dismiss says the next lesson no more.
func (l *Lessons) Dismiss() { l.Shown = false }

// Next is the first lesson that is not done, LessonCount when all are.
func (l *Lessons) Next() Lesson {
	for i, done := range l.Done {
		if !done {
			return Lesson(i)
		}
	}
	return LessonCount
}

// Count is how many lessons are done.
func (l *Lessons) Count() int {
	n := 0
	for _, done := range l.Done {
		if done {
			n++
		}
	}
	return n
}

// Describe is what a lesson is about, and how is what one does.
func (l *Lessons) Describe(of Lesson) (name, how safe.Text) {
	switch of {
	case LessonWhy:
		return "ask why", "{why} on " + safe.Clean(l.Why) + ": no provider here, and the tests say why"
	case LessonEdit:
		return "edit " + safe.Clean(l.Name), l.Try
	case LessonDifference:
		return "see the difference", "{difference} shows what would run, before it runs"
	case LessonApply:
		return "apply it", "{apply} on the difference asks, and Yes does it"
	default:
		return "take it back", "{undo-run} on the run, in {history}, plans the way back"
	}
}

// Message is the next lesson as the message line.
func (l *Lessons) Message(sh *Shared, own frame.Message) (frame.Message, bool) {
	if !l.Shown || own.Text != "" && !own.Idle {
		return frame.Message{}, false
	}
	at := l.Next()
	if at == LessonCount {
		return frame.Message{Text: "all five steps are done: the rest works the same way", Evidence: sh.Spell("{dismiss} hides")}, true
	}
	name, how := l.Describe(at)
	return frame.Message{
		Text:     safe.Clean(fmt.Sprintf("step %d of %d, %s: ", at+1, LessonCount, name)) + sh.Spell(string(how)),
		Evidence: sh.Spell("{dismiss} hides"),
	}, true
}

// Attend ticks off what a screen of the stack represents.
func (l *Lessons) Attend(s Screen, r Route) {
	switch r.Kind {
	case RouteProviders:
		l.Done[LessonWhy] = true
	case RouteDifference:
		if r.Proposal.Undo == nil && l.Done[LessonEdit] {
			l.Done[LessonDifference] = true
		}
	case RouteApply:
		if run, ok := s.(Runner); !ok || run.Carried() == nil {
			return
		}
		if r.Proposal.Undo != nil {
			l.Done[LessonUndo] = true
		} else {
			l.Done[LessonApply] = true
		}
	}
}
