package laws

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// TestLaws runs random scenarios and the kept ones on booted machines: Debian 12, and in
// .ci/full every second scenario on Debian 13.
//
// RALSH_SEED and RALSH_CASES select the scenarios and their number. By default there are
// 40 of one seed, so that a commit is judged by what it changed. With RALSH_CASES alone the
// seed is random and printed, to find what is not known yet.
func TestLaws(t *testing.T) {
	real.NeedPrepared(t, "running scenarios on a booted system", "strace", "systemd-nspawn", "nsenter", "dpkg-deb", "tar")
	seed, cases := uint64(1), 40
	if text := os.Getenv("RALSH_CASES"); text != "" {
		var err error
		if cases, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		seed = uint64(time.Now().UnixNano() % 1_000_000)
	}
	if text := os.Getenv("RALSH_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("RALSH_SEED=%d RALSH_CASES=%d", seed, cases)
	all := kept(t)
	for n := range cases {
		all = append(all, generate(seed, n))
	}

	binary := real.Binary(t)
	roots := []string{"debian"}
	if real.IsFull() {
		roots = append(roots, "trixie")
	}
	free := map[string]chan *machine{}
	for _, root := range roots {
		free[root] = make(chan *machine, max(1, runtime.GOMAXPROCS(0)/len(roots)))
		for range cap(free[root]) {
			free[root] <- boot(t, root, binary)
		}
	}
	sums := &sums{by: map[string][2]int{}, undone: map[string]int{}, types: map[string]int{}}
	t.Run("scenarios", func(t *testing.T) {
		for i, s := range all {
			root := roots[i%len(roots)]
			machines := free[root]
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				m := <-machines
				defer func() { machines <- m }()
				t.Logf("on %s", root)
				defer m.clean(t)
				v := live(t, m, s)
				sums.add(s, v)
				judge(t, s, v)
			})
		}
	})
	t.Logf("%s", sums)
}

// judge fails the test for each broken law, except those that the scenario is known
// to break. Such a law fails the test if it is not broken.
func judge(t *testing.T, s scenario, v *verdict) {
	t.Helper()
	broken := map[string]bool{}
	var texts []string
	for _, b := range v.breaches {
		number, _, _ := strings.Cut(b.law, " ")
		broken[number] = true
		if !slices.Contains(s.breaks, number) {
			texts = append(texts, "LAW "+b.law+": "+b.text)
		}
	}
	for _, number := range s.breaks {
		if !broken[number] {
			t.Errorf("law %s holds of this scenario now: take the line out that says it does not", number)
		}
	}
	if len(texts) > 0 {
		t.Errorf("%s\n%s%s", strings.Join(texts, "\n"), s, v.log)
	}
	if v.refused != "" {
		t.Logf("refused: %s\n%s", v.refused, s)
	}
}

// sums counts results.
type sums struct {
	mu        sync.Mutex
	scenarios int
	refused   int
	changed   int
	failed    int
	by        map[string][2]int // by law: judged and satisfied
	undone    map[string]int
	types     map[string]int
}

func (s *sums) add(sc scenario, v *verdict) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scenarios++
	s.changed += v.changed
	s.failed += v.failed
	if v.refused != "" {
		s.refused++
	}
	if v.undone != "" {
		s.undone[v.undone]++
	}
	for law := range v.judged {
		n := s.by[law]
		n[0]++
		if !slices.ContainsFunc(v.breaches, func(b breach) bool { return b.law == law }) {
			n[1]++
		}
		s.by[law] = n
	}
	for line := range strings.Lines(sc.manifest) {
		if kind, _, is := strings.Cut(line, " { "); is && !strings.HasPrefix(line, " ") {
			s.types[kind]++
		}
	}
	if sc.command != nil {
		s.types[sc.command[0]]++
	}
}

// String returns the counts as a table.
func (s *sums) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d scenarios, %d refused before anything was begun; %d resources changed, %d failed\n", s.scenarios, s.refused, s.changed, s.failed)
	for _, law := range slices.Sorted(maps.Keys(s.by)) {
		n := s.by[law]
		fmt.Fprintf(&b, "  %-32s held in %d of %d\n", law, n[1], n[0])
	}
	fmt.Fprintf(&b, "  undone: %v\n  %d types: %v\n", s.undone, len(s.types), s.types)
	return b.String()
}

// kept returns the scenarios of testdata/kept. A file has a section `-- state.sh --`
// and a section `-- site.pp --` or `-- resource --`, with one argument per line.
// Lines before the sections are remarks; `breaks N: why` names a law that does not
// hold yet.
func kept(t *testing.T) []scenario {
	t.Helper()
	names, err := filepath.Glob("testdata/kept/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []scenario
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := scenario{name: "kept-" + strings.TrimSuffix(filepath.Base(name), ".txt")}
		section := ""
		for line := range strings.Lines(string(text)) {
			if title, is := strings.CutPrefix(line, "-- "); is && strings.HasSuffix(title, " --\n") {
				section = strings.TrimSuffix(title, " --\n")
				continue
			}
			switch section {
			case "":
				if law, is := strings.CutPrefix(line, "breaks "); is {
					s.breaks = append(s.breaks, law[:1])
				}
			case "state.sh":
				s.state += line
			case "site.pp":
				s.manifest += line
			case "resource":
				s.command = append(s.command, strings.TrimSuffix(line, "\n"))
			default:
				t.Fatalf("%s: no section %s", name, section)
			}
		}
		if (s.manifest == "") == (s.command == nil) {
			t.Fatalf("%s: it needs a manifest or a command", name)
		}
		all = append(all, s)
	}
	return all
}

// TestStarted parses a trace with threads, with calls that return later, with
// processes started by other commands, and with a thread that starts a process before
// the call that started the thread returns.
func TestStarted(t *testing.T) {
	const trace = `1 execve("/usr/bin/nsenter", ["nsenter"], 0x1 /* 2 vars */) = 0
1 clone(child_stack=NULL, flags=SIGCHLD) = 2
2 execve("/opt/ralsh", ["/opt/ralsh", "undo"], 0x1 /* 2 vars */) = 0
2 clone(child_stack=0x1, flags=CLONE_VM|CLONE_THREAD, tls=0x1) = 11 /* 3 in strace's PID NS */
3 clone(child_stack=NULL, flags=CLONE_VM|CLONE_VFORK|SIGCHLD <unfinished ...>
4 execve("/bin/sh", ["sh", "-c", "echo \"a\\n\" \303\274"], 0x1 /* 2 vars */ <unfinished ...>
3 <... clone resumed>, parent_tid=[16]) = 12 /* 4 in strace's PID NS */
4 <... execve resumed>)             = 0
4 clone(child_stack=NULL, flags=SIGCHLD) = 13 /* 5 in strace's PID NS */
5 execve("/bin/echo", ["echo"], 0x1 /* 2 vars */) = 0
4 execve("/bin/true", ["true"], 0x1 /* 2 vars */) = 0
2 clone(child_stack=0x1, flags=CLONE_VM|CLONE_THREAD, tls=0x1 <unfinished ...>
6 clone(child_stack=NULL, flags=CLONE_VM|CLONE_VFORK|SIGCHLD <unfinished ...>
7 execve("/bin/false", ["/bin/false"], 0x1 /* 2 vars */) = 0
6 <... clone resumed>)              = 15 /* 7 in strace's PID NS */
2 <... clone resumed>)              = 14 /* 6 in strace's PID NS */
`
	got, err := started(trace)
	if err != nil || !slices.Equal(got, []string{`/bin/sh -c 'echo "a\n" ü'`, "/bin/false"}) {
		t.Errorf("%q, %v", got, err)
	}
}

// A seed always gives the same scenario, and a thousand scenarios contain every type.
func TestGenerate(t *testing.T) {
	s := &sums{by: map[string][2]int{}, undone: map[string]int{}, types: map[string]int{}}
	for n := range 1000 {
		one, two := generate(7, n), generate(7, n)
		if one.String() != two.String() {
			t.Fatalf("case %d is\n%s\nand\n%s", n, one, two)
		}
		s.add(one, &verdict{})
	}
	if len(s.types) != 23 {
		t.Errorf("%d types: %v", len(s.types), s.types)
	}
}
