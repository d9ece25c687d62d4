package host_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
)

// A blocked command is retried until it succeeds or LockTimeout has passed.
func TestBlockedCommands(t *testing.T) {
	for name, c := range map[string]struct {
		busy  time.Duration // time that another process holds the lock
		other bool          // then it fails for another reason
		stop  time.Duration // the run is stopped at this time
		fails string
		took  time.Duration
	}{
		"free":            {},
		"for a while":     {busy: 10 * time.Second, took: 15 * time.Second},
		"broken after it": {busy: time.Second, other: true, fails: `tool: exit 1, "broken"`, took: time.Second},
		"broken":          {other: true, fails: `tool: exit 1, "broken"`},
		"for ever":        {busy: time.Hour, fails: `waited 5 min for apt (process 7): tool: exit 1, "locked"`, took: 5 * time.Minute},
		"stopped":         {busy: time.Hour, stop: 4 * time.Second, fails: "waiting for apt (process 7): context deadline exceeded", took: 4 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				f := fakehost.New(nil)
				f.Command("/bin/tool")
				f.Handle("tool", func(context.Context, *fakehost.Host, host.Command) host.Result {
					switch {
					case time.Since(began) < c.busy:
						return host.Result{Exit: 1, Stderr: []byte("locked")}
					case c.other:
						return host.Result{Exit: 1, Stderr: []byte("broken")}
					}
					return host.Result{}
				})
				var said []string
				ctx := host.WithTrace(t.Context(), func(tr host.Trace) {
					if tr.Stage == host.Waits {
						said = append(said, tr.Line+" "+tr.Waited.String())
					}
				})
				if c.stop > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, c.stop)
					defer cancel()
				}
				err := f.Writer().Run(ctx, host.Command{Name: "tool", BlockedBy: func(res host.Result) string {
					if strings.Contains(string(res.Stderr), "locked") {
						return "apt (process 7)"
					}
					return ""
				}})
				if got := text(err); !strings.HasPrefix(got, c.fails) || got != "" && c.fails == "" {
					t.Errorf("%q, want %q", got, c.fails)
				}
				if took := time.Since(began); took < c.took || took > c.took+15*time.Second {
					t.Errorf("took %s, want %s", took, c.took)
				}
				if want := c.busy > 0; want != (len(said) > 0) || want && said[0] != "apt (process 7) 0s" {
					t.Errorf("said %q", said)
				}
				if c.took == 15*time.Second && !slices.Equal(said[1:], []string{"apt (process 7) 1s", "apt (process 7) 3s", "apt (process 7) 7s"}) {
					t.Errorf("said %q", said)
				}
				if c.stop > 0 && !errors.Is(err, context.DeadlineExceeded) {
					t.Error("the end of the run is not in the error")
				}
			})
		})
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// A waiting command ends immediately when the run is stopped, whether it is
// retried or waits by itself; a working one continues.
func TestStoppedWaiting(t *testing.T) {
	retried := func(host.Result) string { return "apt (process 7)" }
	itself := func(line string) (string, bool) { return "process 7", line == "waiting" }
	for name, c := range map[string]struct {
		cmd  host.Command
		want string
	}{
		"tried again":         {host.Command{Name: "/bin/sh", Args: []string{"-c", "exit 1"}, BlockedBy: retried}, "waiting for apt (process 7): stopped before the command could start"},
		"waits by itself":     {host.Command{Name: "/bin/sh", Args: []string{"-c", "echo waiting; sleep 600"}, WaitsFor: itself}, "waiting for process 7: stopped before the command could start"},
		"at work, as it says": {host.Command{Name: "/bin/sh", Args: []string{"-c", "echo waiting; echo at work; sleep 0.2"}, WaitsFor: itself}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			stop := make(chan struct{})
			var once sync.Once
			ctx := host.WithTrace(host.WithStop(t.Context(), stop), func(tr host.Trace) {
				if tr.Stage == host.Waits && tr.Line != "" && name != "at work, as it says" || tr.Line == "at work" {
					once.Do(func() { close(stop) })
				}
			})
			began := time.Now()
			err := local.Machine().Writer().Run(ctx, c.cmd)
			if got := text(err); got != c.want || errors.Is(err, host.ErrStopped) != (c.want != "") {
				t.Errorf("%q, want %q", got, c.want)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %s to stop", took)
			}
		})
	}
}
