package real

import (
	"os"
	"os/exec"
	"testing"
)

// Need skips the test unless it runs as root and every tool is on PATH. why is the purpose of
// the tools. With RALSH_REAL=1 it fails the test instead.
func Need(t testing.TB, why string, tools ...string) {
	t.Helper()
	if os.Geteuid() != 0 {
		Lacks(t, "%s: needs root", why)
	}
	needTools(t, why, tools...)
}

func needTools(t testing.TB, why string, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			Lacks(t, "%s: needs the command %s", why, tool)
		}
	}
}

// NeedPrepared is Need for a machine that RALSH_REAL=1 declares to be prepared for the tests.
// Only there are the versions of the tools and the installed packages known.
func NeedPrepared(t testing.TB, why string, tools ...string) {
	t.Helper()
	prepared(t, why)
	Need(t, why, tools...)
}

// prepared skips the test unless this machine is declared to be prepared.
func prepared(t testing.TB, why string) {
	t.Helper()
	if !Prepared() {
		t.Skipf("%s: RALSH_REAL=1 requires a prepared machine", why)
	}
}

// Prepared reports whether RALSH_REAL=1 declares this machine to be prepared for the
// tests on real systems.
func Prepared() bool { return os.Getenv("RALSH_REAL") == "1" }

// Lacks skips the test because this machine lacks something; with RALSH_REAL=1 it
// fails the test instead.
func Lacks(t testing.TB, format string, args ...any) {
	t.Helper()
	if Prepared() {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// NeedRuby skips the test without Ruby, for any user.
func NeedRuby(t testing.TB, why string) {
	t.Helper()
	needTools(t, why, "ruby")
}

// NeedKeygen skips the test without ssh-keygen, for any user.
func NeedKeygen(t testing.TB) {
	t.Helper()
	needTools(t, "keys of ssh are made", "ssh-keygen")
}
