package pkg

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// Another process holds the lock of dpkg when the apply begins. The wait is reported
// with that process, and the package is installed after the release.
func TestAptWaitsForItsLock(t *testing.T) {
	real.Need(t, "apt below another root", "apt-get", "dpkg")
	root := real.Chroot(t)
	tinyRepo(t, root)
	fromOutside(t, root)
	h := raltest.Below(t, root)
	reg := ral.NewRegistry()
	Register(reg)
	plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(reg, h.Reader(), raltest.Facts(debianFacts)), wanted("tiny 1.0-1"))
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.OpenFile(root+"/var/lib/dpkg/lock-frontend", os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	held := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart}
	if err := syscall.FcntlFlock(lock.Fd(), syscall.F_SETLK, &held); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	text := ""
	ctx := host.WithTrace(t.Context(), func(tr host.Trace) {
		if tr.Stage == host.Waits {
			once.Do(func() {
				text = tr.Line
				held.Type = syscall.F_UNLCK
				_ = syscall.FcntlFlock(lock.Fd(), syscall.F_SETLK, &held)
			})
		}
	})
	rep, err := plan.Apply(ctx, h.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatalf("%v: %+v", err, rep.Steps[0].Err)
	}
	if !strings.HasPrefix(text, "package.test (process ") {
		t.Errorf("told %q", text)
	}
}

// dnf and rpm wait by themselves and report for whom.
func TestWaitsItself(t *testing.T) {
	for line, want := range map[string]string{
		"Waiting for process with pid 1234 to finish.":                    "process 1234, which holds the lock true",
		"warning: waiting for transaction lock on /var/lib/rpm/.rpm.lock": "another rpm, which holds the lock /var/lib/rpm/.rpm.lock true",
		"  The application with PID 1234 is: dnf":                         " true",
		"    Memory :  64 M RSS (321 MB VSZ)":                             " true",
		"Dependencies resolved.":                                          " false",
		"Installing:":                                                     " false",
	} {
		who, waits := waitsItself(line)
		if got := fmt.Sprint(who, " ", waits); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
