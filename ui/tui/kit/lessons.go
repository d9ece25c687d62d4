package kit

import (
	"fmt"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// Welcome guides a new user through a sample host: the description of the host,
// and the resources of the five lessons. If About is empty, the host has no
// lessons.
type Welcome struct {
	About safe.Text
	Why   string // the type for the lesson on why; its row is under the cursor at the start
	Edit  string // the type of the instance to edit
	Name  string // the title of that instance
	Try   safe.Text
}

// Lesson is a step of the welcome. The user completes it by doing it.
type Lesson int

const (
	LessonWhy Lesson = iota
	LessonEdit
	LessonDifference
	LessonApply
	LessonUndo
	LessonCount
)

// Lessons records which steps of the welcome are done, and whether the next
// step is shown.
type Lessons struct {
	Welcome
	Done  [LessonCount]bool
	Shown bool // the next step is shown on screens without a message
}

// NewLessons returns the lessons of a welcome, with no step done.
func NewLessons(w Welcome) Lessons { return Lessons{Welcome: w, Shown: w.About != ""} }

// Any reports whether the host has lessons.
func (l *Lessons) Any() bool { return l.About != "" }

// Dismiss hides the next lesson.
func (l *Lessons) Dismiss() { l.Shown = false }

// Next returns the first lesson that is not done, or LessonCount if all are.
func (l *Lessons) Next() Lesson {
	for i, done := range l.Done {
		if !done {
			return Lesson(i)
		}
	}
	return LessonCount
}

// Count returns the number of completed lessons.
func (l *Lessons) Count() int {
	n := 0
	for _, done := range l.Done {
		if done {
			n++
		}
	}
	return n
}

// Describe returns the name of a lesson and how to do it.
func (l *Lessons) Describe(of Lesson) (name, how safe.Text) {
	switch of {
	case LessonWhy:
		return "find the reason", "{why} on " + safe.Clean(l.Why) + " shows why no provider is suitable"
	case LessonEdit:
		return "edit " + safe.Clean(l.Name), l.Try
	case LessonDifference:
		return "see the difference", "{difference} shows the commands before they run"
	case LessonApply:
		return "apply it", "{apply} in the difference, then Yes"
	default:
		return "undo it", "{history} lists the runs; {undo-run} plans the undo of a run"
	}
}

// Message returns the next lesson as a message, unless the screen has a
// message.
func (l *Lessons) Message(sh *Shared, own frame.Message) (frame.Message, bool) {
	if !l.Shown || own.Text != "" && !own.Idle {
		return frame.Message{}, false
	}
	at := l.Next()
	if at == LessonCount {
		return frame.Message{Text: "all five steps are done", Evidence: sh.Spell("{dismiss} hide")}, true
	}
	name, how := l.Describe(at)
	return frame.Message{
		Text:     safe.Clean(fmt.Sprintf("step %d of %d, %s: ", at+1, LessonCount, name)) + sh.Spell(string(how)),
		Evidence: sh.Spell("{dismiss} hide"),
	}, true
}

// Attend marks the lesson that the opening of a screen completes.
func (l *Lessons) Attend(s Screen, r Route) {
	switch r.Kind {
	case RouteProviders:
		l.Done[LessonWhy] = l.Done[LessonWhy] || r.Typ == l.Why
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
