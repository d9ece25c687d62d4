package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// emptyVariable is the environment variable that makes the test binary an empty
// Bubble Tea program.
const emptyVariable = "RALSH_EMPTY_PROGRAM"

// empty shows one line with the number of keys, so its cost is that of the library.
type empty int

func (empty) Init() tea.Cmd { return nil }

func (e empty) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(tea.KeyPressMsg); ok {
		e++
	}
	return e, nil
}

func (e empty) View() tea.View {
	v := tea.NewView(fmt.Sprintf("an empty program, %d keys", int(e)))
	v.AltScreen = true
	return v
}

// sitEmpty starts the empty program, and returns when it drew its first frame.
func sitEmpty(t *testing.T) (s *seat, drawn time.Time) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), emptyVariable+"=1")
	s = sitBefore(t, cmd)
	return s, s.see("an empty program")
}

// answers returns the times to the first byte of n keys, in all phases of a timer.
func (s *seat) answers(keys []string, n int) (all []time.Duration) {
	for i := range n {
		// The columns next to a list are drawn when its cursor rests.
		s.rest(80*time.Millisecond + time.Duration(i*7%17)*time.Millisecond)
		first, _ := s.press(keys[i%len(keys)])
		all = append(all, first)
	}
	return all
}

// overFloor checks that p50 of some times is within a limit, or within a factor of
// that of an empty program of the library, which is measured right after. Both are
// measured up to five times.
func overFloor(t *testing.T, what string, limit time.Duration, factor float64, measure, floor func() []time.Duration) {
	t.Helper()
	verdict := ""
	for range 5 {
		is, _ := spread(t, what, measure())
		least, _ := spread(t, "the same of an empty program", floor())
		verdict = fmt.Sprintf("%s, p50: %v, at most %v; an empty program takes %v, so it is %.1f times that", what, is, limit, least, float64(is)/float64(least))
		if is <= limit || float64(is) <= float64(least)*factor {
			t.Log(verdict)
			return
		}
	}
	t.Error(verdict)
}
