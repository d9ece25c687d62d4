package model_test

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
)

// A file of a web server is fetched once for each look; a missing one
// is distinguished from a file that cannot be fetched.
func TestWebSource(t *testing.T) {
	asked := 0
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", code) }
	}
	moved := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	for path, c := range map[string]struct {
		serve http.HandlerFunc
		want  string
	}{
		"/a":         {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("hello")) }, ""},
		"/none":      {status(404), "status 404 Not Found"},
		"/forbidden": {status(403), `status 403 Forbidden, "no"`},
		"/broken":    {status(500), `status 500 Internal Server Error, "no"`},
		"/moved":     {moved("/a"), "status 302 Found: ralsh does not follow the redirect to /a"},
		"/loop":      {moved("/loop"), "status 302 Found: ralsh does not follow the redirect to /loop"},
		"/scheme":    {moved("file:///etc/shadow"), "status 302 Found: ralsh does not follow the redirect to file:///etc/shadow"},
		"/other":     {moved("https://192.0.2.1/a?token=t"), "status 302 Found: ralsh does not follow the redirect to https://192.0.2.1/a"},
		"/cut": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("cut"))
		}, "the connection ended unexpectedly"},
		"/torn": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte("torn"))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, "the connection ended unexpectedly"},
		"/endless": {func(w http.ResponseWriter, _ *http.Request) {
			for chunk := make([]byte, 1<<20); ; {
				if _, err := w.Write(chunk); err != nil {
					break
				}
			}
		}, "more than 67108864 bytes"},
	} {
		t.Run(path, func(t *testing.T) {
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				c.serve(w, r)
			}))
			defer web.Close()
			s := model.NewSession(t.Context(), ral.NewRegistry(), fakehost.New(nil).Host)
			tree, at, err := s.Env.Files.Open(t.Context(), web.URL+path)
			if err != nil {
				t.Fatal(err)
			}
			asked = 0
			info, err := tree.Stat(t.Context(), at)
			if err == nil && info.Size < 0 {
				asked = 0
				err = tree.ReadTo(t.Context(), at, io.Discard)
			}
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, fs.ErrNotExist) != (path == "/none") || asked != 1 {
					t.Errorf("%v after %d requests, want %q", err, asked, c.want)
				}
				return
			}
			data, err := tree.ReadFile(t.Context(), at)
			if err != nil || string(data) != "hello" || !info.Mode.IsRegular() || info.Size != 5 || asked != 1 {
				t.Errorf("%q %v %v after %d requests", data, info, err, asked)
			}
		})
	}
}
