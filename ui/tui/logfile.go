package tui

import (
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/widget"
)

// logKeptMsg is the end of a write to the log file.
type logKeptMsg struct{ err error }

// keepLog writes what was noted since to the log file; while a write is under
// way the next one waits for its end. After a failure nothing more is tried.
func (a *app) keepLog() tea.Cmd {
	el, session := a.sh.log, a.sh.session
	if el.writing || el.lost != nil || el.written == el.next || session.LogFile() == "" {
		return nil
	}
	text := el.since(el.written)
	el.writing, el.written = true, el.next
	el.write = sync.OnceValue(func() error { return session.KeepLog(text) })
	write := el.write
	return func() tea.Msg { return logKeptMsg{write()} }
}

func (a *app) logKept(msg logKeptMsg) {
	el := a.sh.log
	el.writing, el.lost = false, msg.err
}

// keepLastLog writes what is not yet written when the screens are left. A write
// that was asked for is ended, or done here: the program may have ended before
// it was begun.
func (a *app) keepLastLog() error {
	el := a.sh.log
	if el.writing {
		el.lost = el.write()
	}
	if el.lost != nil || el.written == el.next || a.sh.session.LogFile() == "" {
		return nil
	}
	return a.sh.session.KeepLog(el.since(el.written))
}

// since are the notes from a number on as lines of the log file: when, the sign,
// about what, what, took. The tail of what was printed stands below, indented.
func (el *eventLog) since(number int) string {
	var b strings.Builder
	for _, e := range el.notes {
		if e.number < number {
			continue
		}
		sign := byte(' ')
		if e.sign != frame.NoSign {
			sign = byte(e.sign)
		}
		b.WriteString(e.when.UTC().Format("2006-01-02T15:04:05.000Z ") + string(sign) + " " + string(e.about) + ": " + string(e.what))
		if e.timed {
			b.WriteString(" (" + string(widget.Took(e.took)) + ")")
		}
		b.WriteByte('\n')
		for _, line := range e.lines {
			b.WriteString("    " + string(line) + "\n")
		}
	}
	return b.String()
}
