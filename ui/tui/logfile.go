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
	h, session := a.sh.log, a.sh.session
	if h.writing || h.lost != nil || h.written == h.next || session.LogFile() == "" {
		return nil
	}
	text := h.since(h.written)
	h.writing, h.written = true, h.next
	h.write = sync.OnceValue(func() error { return session.KeepLog(text) })
	write := h.write
	return func() tea.Msg { return logKeptMsg{write()} }
}

func (a *app) logKept(msg logKeptMsg) {
	h := a.sh.log
	h.writing, h.lost = false, msg.err
}

// keepLastLog writes what is not yet written when the screens are left. A write
// that was asked for is ended, or done here: the program may have ended before
// it was begun.
func (a *app) keepLastLog() error {
	h := a.sh.log
	if h.writing {
		h.lost = h.write()
	}
	if h.lost != nil || h.written == h.next || a.sh.session.LogFile() == "" {
		return nil
	}
	return a.sh.session.KeepLog(h.since(h.written))
}

// since are the notes from a number on as lines of the log file: when, the sign,
// about what, what, took. The tail of what was printed stands below, indented.
func (h *eventLog) since(number int) string {
	var b strings.Builder
	for _, n := range h.notes {
		if n.number < number {
			continue
		}
		sign := byte(' ')
		if n.sign != frame.NoSign {
			sign = byte(n.sign)
		}
		b.WriteString(n.when.UTC().Format("2006-01-02T15:04:05.000Z ") + string(sign) + " " + string(n.about) + ": " + string(n.what))
		if n.timed {
			b.WriteString(" (" + string(widget.Took(n.took)) + ")")
		}
		b.WriteByte('\n')
		for _, line := range n.lines {
			b.WriteString("    " + string(line) + "\n")
		}
	}
	return b.String()
}
