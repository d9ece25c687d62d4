package host_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// A request is made again until its answer is the wanted one, within its time, and
// only where there is an answer.
func TestRequestsMadeAgain(t *testing.T) {
	for name, c := range map[string]struct {
		busy   time.Duration // the server is busy this long
		dead   bool          // it does not answer
		fails  bool          // Again fails
		method string
		stop   time.Duration
		within time.Duration
		asked  int
		took   time.Duration
		want   string // of the error
	}{
		"ready":            {asked: 1},
		"busy for a while": {busy: 5 * time.Second, asked: 4, took: 7 * time.Second},
		"sent":             {method: "PUT", busy: 2 * time.Second, asked: 3, took: 3 * time.Second},
		"busy for ever":    {busy: time.Hour, asked: 8, took: time.Minute, want: "GET http://x/: waited 1 min for the server: status 503 Service Unavailable"},
		"no time":          {busy: time.Hour, within: time.Millisecond, asked: 1, want: "waited 0 s for the server"},
		"no server":        {dead: true, asked: 1, want: "connection refused"},
		"a broken check":   {fails: true, asked: 1, want: "broken"},
		"cancelled":        {busy: time.Hour, stop: 4 * time.Second, asked: 3, took: 4 * time.Second, want: "waiting for the server: context deadline exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, asked := time.Now(), 0
				f := fakehost.New(nil)
				f.Serve(fakehost.Net{HTTP: func(host.Request) ([]byte, error) {
					asked++
					switch {
					case c.dead:
						return nil, errors.New("connection refused")
					case time.Since(began) < c.busy:
						return nil, &host.StatusError{Status: 503}
					}
					return []byte("done"), nil
				}})
				var said []string
				ctx := host.WithTrace(t.Context(), func(tr host.Trace) {
					if tr.Stage == host.Waits {
						said = append(said, tr.Command+": "+tr.Line+" "+tr.Waited.String())
					}
				})
				if c.stop > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, c.stop)
					defer cancel()
				}
				r := host.Request{Method: "GET", URL: "http://x/", Within: time.Minute, Again: func(_ []byte, err *host.StatusError) (string, error) {
					if c.fails {
						return "", errors.New("broken")
					}
					if err != nil {
						return "the server", nil
					}
					return "", nil
				}}
				if c.within > 0 {
					r.Within = c.within
				}
				do := f.Reader().Fetch
				if c.method != "" {
					r.Method, do = c.method, f.Writer().SendFor
				}
				body, err := do(ctx, r)
				if got := text(err); c.want == "" && (got != "" || string(body) != "done") || !strings.Contains(got, c.want) {
					t.Errorf("%q, %q, want %q", body, got, c.want)
				}
				if took := time.Since(began); asked != c.asked || took != c.took {
					t.Errorf("%d requests in %s, want %d in %s", asked, took, c.asked, c.took)
				}
				if c.took == 7*time.Second && !slices.Equal(said, []string{"GET http://x/: the server 0s", "GET http://x/: the server 1s", "GET http://x/: the server 3s"}) {
					t.Errorf("said %q", said)
				}
			})
		})
	}
}

// A wait ends when the run is stopped. A change that was not made did not begin; a look
// may follow a change that was made.
func TestStoppedWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fakehost.New(nil)
		f.Serve(fakehost.Net{HTTP: func(host.Request) ([]byte, error) { return nil, &host.StatusError{Status: 503} }})
		stop := make(chan struct{})
		time.AfterFunc(10*time.Second, func() { close(stop) })
		ctx := host.WithStop(t.Context(), stop)
		r := host.Request{Method: "PUT", URL: "http://x/", Within: time.Minute, Again: func([]byte, *host.StatusError) (string, error) { return "the server", nil }}
		began := time.Now()
		if _, err := f.Writer().SendFor(ctx, r); !errors.Is(err, host.ErrStopped) {
			t.Error(err)
		}
		r.Method = "GET"
		if _, err := f.Reader().Fetch(ctx, r); err == nil || errors.Is(err, host.ErrStopped) || !strings.HasSuffix(err.Error(), "waiting for the server: stopped") {
			t.Error(err)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("stopped after %s", took)
		}
	})
}
