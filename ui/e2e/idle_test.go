package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// idlePercent is the limit for idling, in percent of a processor.
const idlePercent = 1.0

// judgeIdle checks the processor time of the program while it is idle: at most one
// percent, and at most half the cost of an empty program of the library, whose timer
// checks sixty times a second whether there is anything to draw.
func (s *seat) judgeIdle() {
	s.t.Helper()
	other, _ := sitEmpty(s.t)
	is, library := s.idle(), other.idle()
	verdict := fmt.Sprintf("idle: %.2f %% of a processor, at most %.0f %%; an empty program of the library takes %.2f %%", is, idlePercent, library)
	if is > idlePercent || is > library/2 {
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
