package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// idleFor is how long an agent is watched that has nothing to do.
const idleFor = 90 * time.Second

// TestLimitIdleAgent holds what an agent takes that is not asked: 15 MB of memory, and a
// thousandth of a processor.
func TestLimitIdleAgent(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	s := bootSite(t, "web1")
	s.setUp()
	host := s.hosts["web1"]
	pid := strings.TrimSpace(s.runs(host, "systemctl", "show", "--value", "--property=MainPID", "ralsh-agent"))
	before := s.processor(host, pid)
	timer := time.NewTimer(idleFor)
	defer timer.Stop()
	<-timer.C
	used := s.processor(host, pid) - before
	// It reads the facts about every five minutes, which may not be in this time.
	text := s.runs(host, "bash", "-c", "setpriv --reuid=ralsh --regid=ralsh --clear-groups ralsh --looks facts -o json >/dev/null; times")
	_, text, _ = strings.Cut(text, "\n") // the first line is of the shell itself
	var user, system float64
	if _, err := fmt.Sscanf(text, "0m%fs 0m%fs", &user, &system); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	share := used.Seconds()/idleFor.Seconds() + (user+system)/(5*time.Minute).Seconds()
	status := s.runs(host, "cat", "/proc/"+pid+"/status")
	var kib int64
	_, rest, _ := strings.Cut(status, "\nVmRSS:")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatalf("%v\n%s", err, status)
	}
	t.Logf("an idle agent: %.1f MiB, %s of a processor to begin, %s in %s, %.3f s to read the facts: %.3f %%", float64(kib)/1024, before, used, idleFor, user+system, 100*share)
	if kib > 15<<10 || share > 0.001 {
		t.Error("that is more than 15 MiB or 0.1 %")
	}
}

// processor returns the processor time that a process and its children have used, to a hundredth
// of a second.
func (s *site) processor(m *real.Machine, pid string) (sum time.Duration) {
	s.Helper()
	stat, err := os.ReadFile(m.Root() + "/proc/" + pid + "/stat")
	if err != nil {
		s.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	for _, field := range strings.Fields(rest)[11:15] { // utime, stime, cutime, cstime: proc_pid_stat(5)
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			s.Fatal(err)
		}
		sum += time.Duration(n) * time.Second / 100
	}
	return sum
}
