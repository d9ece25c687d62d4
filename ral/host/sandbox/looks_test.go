package sandbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host/sandbox"
)

// A look sees the files as they are now.
func TestLooksNow(t *testing.T) {
	s := open(t)
	v := looks(t, s)
	p := start(t, v, sandbox.Code)
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	for i := range 3 {
		next := filepath.Join(dir, "next")
		if err := os.WriteFile(next, fmt.Append(nil, i), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(next, file); err != nil {
			t.Fatal(err)
		}
		if got := eval(t, p, `File.read("`+file+`")`); got != fmt.Sprint(i) {
			t.Errorf("a look sees %s, want %d", got, i)
		}
		if got, err := os.ReadFile(v.Root() + file); string(got) != fmt.Sprint(i) {
			t.Errorf("the root has %s, %v, want %d", got, err, i)
		}
	}
	if ups := v.Uppers(); len(ups) != 0 {
		t.Errorf("a look wrote to %v", ups)
	}
}

// A process keeps only capabilities over files, and sees the first process by the
// name that it has on this machine.
func TestLooksState(t *testing.T) {
	s := open(t)
	p := start(t, looks(t, s), sandbox.Code)
	comm, err := os.ReadFile("/proc/1/comm")
	if err != nil {
		t.Fatal(err)
	}
	caps := "00000000000000df"
	if os.Getuid() != 0 {
		caps = "0000000000000000"
	}
	for code, want := range map[string]string{
		`File.read("/proc/1/comm")`:                                       string(comm),
		`File.read("/proc/self/status").scan(/Cap...:\t(\h+)/).join(" ")`: strings.Join([]string{"0000000000000000", caps, caps, caps, "0000000000000000"}, " "),
		`File.read("/proc/self/status")[/NoNewPrivs:\t(.)/, 1]`:           "1",
		`Dir.children("/proc/self/task").size > 2`:                        "false",
		`Dir.children("/dev").sort.join(" ")`:                             "fd full null random sandbox shm stderr stdin stdout tty urandom zero",
		`File.write("/dev/null", "x")`:                                    "1",
		`ENV["HOME"]`:                                                     "/dev/shm/home",
		`File.write(ENV["TMPDIR"] + "/x", "x")`:                           "1",
		`Dir.children("/dev/shm/home").join`:                              "boot",
		`Process.uid`:                                                     fmt.Sprint(os.Getuid()),
	} {
		if got := eval(t, p, code); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}
