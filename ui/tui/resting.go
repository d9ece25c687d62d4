package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// restsAfter is how long a cursor stands still before what is beside the list
// follows it: holding a key down then costs one pane and not three.
const restsAfter = 60 * time.Millisecond

// rest tells whether the cursor of a list stands still.
type rest struct {
	moves  int
	moving bool
}

// restedMsg says that a cursor may stand still since its move of that number.
type restedMsg struct {
	screen screen
	move   int
}

// moved notes a move, and asks to be told when the cursor has stood still since. The
// root waits for that apart from what the key gave: keys that follow are not kept back
// for it.
func (r *rest) moved(sh *shared, of screen) {
	r.moves++
	r.moving = true
	sh.rests = append(sh.rests, sh.wait(restsAfter, restedMsg{of, r.moves}))
}

// takeRests are the waits that began with the last message.
func (sh *shared) takeRests() tea.Cmd {
	cmds := sh.rests
	sh.rests = nil
	return tea.Batch(cmds...)
}

// over reports whether a message says that the cursor stands still now; one about an
// earlier move does not.
func (r *rest) over(msg restedMsg) bool {
	if msg.move != r.moves {
		return false
	}
	r.moving = false
	return true
}
