package fakehost

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"time"

	"ralsh/ral/host"
)

func TestFakeCommands(t *testing.T) {
	f := New(map[string]string{"/etc/passwd": "root\n"})
	f.Command("/usr/sbin/useradd")
	f.Handle("useradd", func(ctx context.Context, f *Host, cmd host.Command) host.Result {
		f.Put("/etc/passwd", f.Content("/etc/passwd")+cmd.Args[0]+"\n", 0o644)
		return host.Result{Stdout: []byte("made\n")}
	})
	var lines []string
	ctx := host.WithTrace(t.Context(), func(trace host.Trace) {
		if trace.Stage == host.Output {
			lines = append(lines, trace.Line)
		}
	})
	if err := f.Writer().Run(ctx, host.Command{Name: "useradd", Args: []string{"deploy"}}); err != nil {
		t.Fatal(err)
	}
	if got := f.Content("/etc/passwd"); got != "root\ndeploy\n" || len(lines) != 1 {
		t.Errorf("passwd %q, lines %q", got, lines)
	}
	f.Command("/usr/sbin/userdel")
	if err := f.Writer().Run(ctx, host.Command{Name: "userdel"}); !errorIs[*host.CommandError](err) {
		t.Errorf("no answer for a command: %v", err)
	}
	if err := f.Writer().Run(ctx, host.Command{Name: "usermod"}); !errorIs[*host.NoCommandError](err) {
		t.Errorf("a command that is not there: %v", err)
	}
	if ran := f.Ran(); len(ran) != 2 || ran[0].Name != "useradd" || ran[1].Name != "userdel" {
		t.Errorf("ran %v", ran)
	}
}

func TestFakeHolds(t *testing.T) {
	f := New(map[string]string{"/slow": "x"})
	f.Command("/bin/slow")
	f.Handle("slow", func(context.Context, *Host, host.Command) host.Result { return host.Result{} })
	open := make(chan struct{})
	f.Hold("slow", open)
	f.Hold("/slow", open)
	err := f.Writer().Run(t.Context(), host.Command{Name: "slow", Timeout: time.Millisecond})
	if !errors.Is(err, context.DeadlineExceeded) || !errorIs[*host.CommandError](err) {
		t.Errorf("a held command: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Reader().ReadFile(ctx, "/slow"); !errors.Is(err, context.Canceled) {
		t.Errorf("a held file: %v", err)
	}
	close(open)
	if _, err := f.Reader().ReadFile(t.Context(), "/slow"); err != nil {
		t.Error(err)
	}
	if err := f.Writer().Run(t.Context(), host.Command{Name: "slow"}); err != nil {
		t.Error(err)
	}
}

func TestFakeDenies(t *testing.T) {
	for uid, want := range map[int]error{0: nil, 1000: fs.ErrPermission} {
		f := New(map[string]string{"/etc/shadow": "x", "/root/a/b": "y"}, WithUID(uid))
		f.Link("/link", "/root/a")
		f.Deny("/etc/shadow")
		f.Deny("/root")
		for _, file := range []string{"/etc/shadow", "/root/a/b", "/link/b", "/etc/../root/a/b"} {
			if _, err := f.Reader().ReadFile(t.Context(), file); !errors.Is(err, want) {
				t.Errorf("uid %d, %s: %v, want %v", uid, file, err, want)
			}
		}
		if err := f.Writer().WriteFile(t.Context(), "/root/new", nil, host.WriteOptions{}); !errors.Is(err, want) {
			t.Errorf("uid %d writes: %v, want %v", uid, err, want)
		}
		if info, err := f.Reader().Stat(t.Context(), "/link/.."); uid == 0 && (err != nil || info.UID != uid) {
			t.Errorf("%+v, %v", info, err)
		}
	}
}

func TestFakeSurroundings(t *testing.T) {
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	f := New(nil, WithNow(now), WithEnv("PATH", "/opt/bin"), WithUname(host.Uname{Machine: "riscv64"}))
	f.Command("/opt/bin/x", "/bin/y")
	rd := f.Reader()
	if u, err := rd.Uname(t.Context()); err != nil || u.Machine != "riscv64" || !rd.Now().Equal(now) {
		t.Errorf("uname %+v, %v, now %s", u, err, rd.Now())
	}
	if _, err := rd.Find(t.Context(), "x"); err != nil {
		t.Error(err)
	}
	if _, err := rd.Find(t.Context(), "y"); err == nil {
		t.Error("y is found outside of PATH")
	}
	if _, err := rd.Bus(t.Context(), busID); !errors.Is(err, host.ErrNoBus) {
		t.Errorf("bus: %v", err)
	}
	f.HandleBus("org.freedesktop.DBus.GetId", func(host.BusCall) ([]any, error) { return []any{"id"}, nil })
	if got, err := rd.Bus(t.Context(), busID); err != nil || got[0] != "id" {
		t.Errorf("bus: %v, %v", got, err)
	}
	f.SetNow(now.Add(time.Hour))
	f.Put("/late", "", 0o600)
	if info, err := rd.Stat(t.Context(), "/late"); err != nil || !info.ModTime.Equal(now.Add(time.Hour)) {
		t.Errorf("%+v, %v", info, err)
	}
}

var busID = host.BusCall{
	Dest: "org.freedesktop.DBus", Object: "/org/freedesktop/DBus", Interface: "org.freedesktop.DBus", Method: "GetId",
}

func errorIs[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
