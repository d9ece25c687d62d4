package service

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// The apply waits for a daemon that appears some time after its script has ended. If
// the daemon never appears, the wait is short.
func TestStartIsWaitedFor(t *testing.T) {
	for name, c := range map[string]struct {
		shows, took time.Duration
	}{
		"at once":    {0, 0},
		"soon":       {250 * time.Millisecond, 300 * time.Millisecond},
		"not at all": {time.Hour, settling},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				fake := fakehost.New(map[string]string{"/proc/": ""})
				fake.Command("/bin/kill", "/opt/status", "/opt/start")
				var started time.Time
				fake.Handle("start", func(context.Context, *fakehost.Host, host.Command) host.Result {
					started = time.Now()
					return host.Result{}
				})
				fake.Handle("status", func(context.Context, *fakehost.Host, host.Command) host.Result {
					if time.Since(started) < c.shows {
						return host.Result{Exit: 3}
					}
					return host.Result{}
				})
				reg := ral.NewRegistry()
				Register(reg)
				attr := func(name, text string) ral.Attr { return ral.Attr{Name: name, Value: value.Str(text)} }
				r, diags := onhost.NewEnv(reg, fake.Reader(), nil).Build(t.Context(), ral.Decl{Type: "service", Title: "x", Provider: "base", Attrs: []ral.Attr{
					attr("ensure", "running"), attr("status", "/opt/status"), attr("start", "/opt/start"),
				}})
				if err := diags.Err(); err != nil {
					t.Fatal(err)
				}
				if err := (base{}).Set(t.Context(), fake.Writer(), r, "ensure", value.Sym("running")); err != nil {
					t.Fatal(err)
				}
				if took := time.Since(started); took != c.took {
					t.Errorf("it was waited for %v, want %v", took, c.took)
				}
			})
		})
	}
}
