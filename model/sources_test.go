package model_test

import (
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
)

// A file of a web server is fetched once for each look; a missing one
// is distinguished from a file that cannot be fetched.
func TestWebSource(t *testing.T) {
	asked := 0
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.URL.Path {
		case "/a":
			_, _ = w.Write([]byte("hello"))
		case "/moved":
			http.Redirect(w, r, "/a", http.StatusFound)
		case "/endless":
			for chunk := make([]byte, 1<<20); ; {
				if _, err := w.Write(chunk); err != nil {
					break
				}
			}
		case "/cut":
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("cut"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer web.Close()
	s := model.NewSession(t.Context(), ral.NewRegistry(), host.NewFake(nil).Host)
	for path, want := range map[string]string{"/a": "", "/none": "status 404", "/moved": "status 302", "/cut": "EOF", "/endless": "more than 67108864 bytes"} {
		tree, at, err := s.Env.Files.Open(t.Context(), web.URL+path)
		if err != nil {
			t.Fatal(err)
		}
		asked = 0
		info, err := tree.Stat(t.Context(), at)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, fs.ErrNotExist) != (path == "/none") {
				t.Errorf("%s: %v, want %q", path, err, want)
			}
			continue
		}
		data, err := tree.ReadFile(t.Context(), at)
		if err != nil || string(data) != "hello" || !info.Mode.IsRegular() || info.Size != 5 || asked != 1 {
			t.Errorf("%s: %q %v %v after %d requests", path, data, info, err, asked)
		}
	}
}
