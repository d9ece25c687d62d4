package facts

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

// saying returns a resolution that provides one text, fails with it, or
// provides nothing.
func saying(weight int, text string) resolution {
	return resolution{facts: []string{"a"}, weight: weight, find: func(_ context.Context, _ host.Reader, b *result) {
		if reason, ok := strings.CutPrefix(text, "error "); ok {
			b.Fail("a", "", errors.New(reason))
			return
		}
		b.Text("a", text, "")
	}}
}

func TestTheHeaviestResolutionWins(t *testing.T) {
	for _, c := range []struct {
		name, want string
		all        []resolution
	}{
		{"heavier first", "heavy", []resolution{saying(0, "light"), saying(2, "heavy"), saying(1, "middle")}},
		{"first of equals", "one", []resolution{saying(1, "one"), saying(1, "two")}},
		{"no value goes on", "light", []resolution{saying(9, ""), saying(0, "light")}},
		{"an error ends it", "a has no value: broken", []resolution{saying(9, "error broken"), saying(0, "light")}},
		{"none", "", []resolution{saying(9, ""), saying(0, "")}},
	} {
		got, err := resolve(fakehost.New(nil).Reader(), c.all).Fact(t.Context(), "a")
		text := got.Text()
		if err != nil {
			text = err.Error()
		}
		if text != c.want {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
	}
}

// A command is run only for a fact that needs it.
func TestCommandsRunOnlyWhenAsked(t *testing.T) {
	fake := fakehost.New(map[string]string{"/sys/block/sda/sda1/size": "8\n", "/etc/os-release": "ID=debian\nNAME=Debian\n"})
	for _, name := range []string{"augparse", "blkid", "dhcpcd", "systemd-detect-virt", "dmidecode"} {
		fake.Command("/usr/sbin/" + name)
		fake.Handle(name, func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
	}
	f := New(fake.Reader())
	for _, name := range []string{"kernel", "os.family", "memory", "mountpoints", "networking.ip", "disks", "osfamily"} {
		if _, err := f.Fact(t.Context(), name); err != nil && name != "memory" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if ran := fake.Ran(); len(ran) > 0 {
		t.Errorf("ran %v", ran)
	}
	f.All(t.Context())
	ran := map[string]int{}
	for _, cmd := range fake.Ran() {
		ran[cmd.String()]++
	}
	if diff := cmp.Diff(map[string]int{"augparse --version": 1, "blkid": 1}, ran); diff != "" {
		t.Errorf("all facts ran:\n%s", diff)
	}
}

// Commands of different facts run concurrently: each here waits until the other
// has started.
func TestCommandsRunSideBySide(t *testing.T) {
	fake := fakehost.New(map[string]string{"/sys/block/sda/sda1/size": "8\n"})
	var both sync.WaitGroup
	both.Add(2)
	for _, name := range []string{"augparse", "blkid"} {
		fake.Command("/usr/sbin/" + name)
		fake.Handle(name, func(context.Context, *fakehost.Host, host.Command) host.Result {
			both.Done()
			both.Wait()
			return host.Result{Stdout: []byte("augparse 1.2.3\n/dev/sda1: TYPE=\"xfs\"\n")}
		})
	}
	check(t, all(t, fake), "augeas.version 1.2.3\npartitions./dev/sda1.filesystem xfs\n")
}

func all(t *testing.T, fake *fakehost.Host) *Facts {
	f := New(fake.Reader())
	f.All(t.Context())
	return f
}

// A failed command affects only its own leaves.
func TestAFailedCommandIsAReason(t *testing.T) {
	fake := fakehost.New(map[string]string{"/sys/block/sda/sda1/size": "8\n"})
	fake.Command("/usr/sbin/blkid")
	fake.Handle("blkid", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 4, Stderr: []byte("blkid: no memory\n")}
	})
	f := New(fake.Reader())
	check(t, f, "partitions./dev/sda1.size 4.00 KiB\n")
	_, err := f.Fact(t.Context(), "partitions./dev/sda1.filesystem")
	if want := `partitions./dev/sda1.filesystem has no value: blkid: exit 4, "blkid: no memory"`; err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
	leaf := leafOf(t, f.Get(t.Context(), "partitions"), "partitions./dev/sda1.filesystem")
	if leaf.From != "blkid (command)" {
		t.Errorf("it is from %q", leaf.From)
	}
}

// Facts of another root do not describe the interfaces of this machine.
func TestNoInterfacesBelowAnotherRoot(t *testing.T) {
	below, err := local.Below(t.TempDir())
	if err != nil {
		real.Lacks(t, "needs openat2(2): %v", err)
	}
	if got, err := New(below.Reader()).Fact(t.Context(), "networking.interfaces"); err != nil || !got.IsNil() {
		t.Errorf("interfaces are %s, %v", got.Inspect(), err)
	}
}

// An unreachable file server affects only its mounts, and a file that never
// ends only its fact; both after their own timeout.
func TestWhatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fake := fakehost.New(map[string]string{
			"/proc/self/mounts": "srv:/x /slow nfs rw 0 0\n/dev/sda1 /boot ext4 rw 0 0\n", "/proc/uptime": "1 1\n", "/boot/": "",
		})
		until := make(chan struct{})
		fake.Hold("statfs /slow", until)
		fake.Hold("/proc/uptime", until)
		f, began := New(fake.Reader()), time.Now()
		check(t, f, "mountpoints./boot.filesystem ext4\nmountpoints./boot.size 0 bytes\nmountpoints./slow.filesystem nfs\n")
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("mounts took %s", took)
		}
		for name, want := range map[string]string{
			"mountpoints./slow.size": "mountpoints./slow.size has no value: no answer from srv:/x in 5s: context deadline exceeded",
			"system_uptime":          "system_uptime has no value: no answer in 10s: context deadline exceeded",
		} {
			if _, err := f.Fact(t.Context(), name); err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
		close(until)
	})
}

// Every leaf has a source, on a whole machine.
func TestEveryLeafSaysWhereFrom(t *testing.T) {
	seen := 0
	for _, fact := range New(local.Machine().Reader()).All(t.Context()) {
		for _, leaf := range fact.Leaves {
			seen++
			if leaf.From == "" || leaf.Elapsed < 0 || leaf.Err == nil && leaf.Value.Kind() == value.Unknown {
				t.Errorf("%s is from %q, took %s", leaf.Name, leaf.From, leaf.Elapsed)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d leaves", seen)
	}
}
