package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// emptyVariable is the environment variable that makes the test binary an empty
// Bubble Tea program.
const emptyVariable = "RALSH_EMPTY_PROGRAM"

// empty shows one line and does nothing, so its cost is that of the library.
type empty struct{}

func (empty) Init() tea.Cmd                       { return nil }
func (empty) Update(tea.Msg) (tea.Model, tea.Cmd) { return empty{}, nil }
func (empty) View() tea.View {
	v := tea.NewView("an empty program")
	v.AltScreen = true
	return v
}

// The limits for idling: one percent of a processor, or one and a half times the cost
// of the library's timer on this machine, because both vary by a fifth between
// measurements. The timer checks sixty times a second whether there is anything to
// draw.
const (
	idlePercent = 1.0
	idleOverTea = 1.5
)

// judgeIdle checks the processor time of the program while it is idle.
func (s *seat) judgeIdle() {
	s.t.Helper()
	is := s.idle()
	if is <= idlePercent {
		s.t.Logf("idle: %.2f %% of a processor, at most %.0f %%", is, idlePercent)
		return
	}
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), emptyVariable+"=1")
	other := sitBefore(s.t, cmd)
	other.see("an empty program")
	library := other.idle()
	verdict := fmt.Sprintf("idle: %.2f %% of a processor, more than %.0f %%; an empty program of the library takes %.2f %%", is, idlePercent, library)
	if is > library*idleOverTea {
		s.t.Error(verdict)
	} else {
		s.t.Log(verdict)
	}
}

// idle returns the share of a processor, in percent, that the program uses: the
// lowest of up to three measurements of ten seconds. The program must not write
// anything.
func (s *seat) idle() float64 {
	s.t.Helper()
	s.rest(2 * time.Second)
	least := 100.0
	for round := 0; round < 3 && least > idlePercent; round++ {
		before, begun := s.ran(), time.Now()
		if n, _ := s.rest(10 * time.Second); n > 0 {
			s.t.Errorf("idle: %d bytes written", n)
		}
		least = min(least, 100*float64(s.ran()-before)/float64(time.Since(begun)))
	}
	return least
}

// ran returns the running time of the program's threads so far
// (proc_pid_schedstat(5)).
func (s *seat) ran() (all time.Duration) {
	s.t.Helper()
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", s.cmd.Process.Pid))
	if err != nil || len(files) == 0 {
		s.t.Fatal("no threads", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			s.t.Fatal(err)
		}
		ns, err := strconv.ParseInt(strings.Fields(string(data))[0], 10, 64)
		if err != nil {
			s.t.Fatal(err)
		}
		all += time.Duration(ns)
	}
	return all
}
