package local

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
)

// Whatever an HTTP server does, there is one clear error, in time, and the
// headers are sent to no other server.
func TestBadHTTP(t *testing.T) {
	const secret = "hush-hush"
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	defer elsewhere.Close()
	mux := http.NewServeMux()
	release := make(chan struct{})
	mux.HandleFunc("/silent", func(_ http.ResponseWriter, r *http.Request) { <-release })
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) })
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/loop", http.StatusMovedPermanently)
	})
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file://me:"+secret+"@/etc/passwd?key="+secret, http.StatusFound)
	})
	mux.HandleFunc("/lost", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) })
	mux.HandleFunc("/slow", func(w http.ResponseWriter, _ *http.Request) {
		for range 100 {
			if _, err := w.Write([]byte("x")); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			select {
			case <-release:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
	mux.HandleFunc("/half", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = w.Write([]byte("half"))
	})
	mux.HandleFunc("/no", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "not today\nnor tomorrow", http.StatusConflict)
	})
	mux.HandleFunc("/yes", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.Header.Get("X-Key"))) })
	server := httptest.NewServer(mux)
	defer server.Close()
	defer close(release)
	rd := Machine().Reader()
	for path, want := range map[string]string{
		"/silent": "no answer within 200ms", "/slow": "no answer within 200ms", "/half": "the connection ended unexpectedly",
		"/moved": "status 302 Found: ralsh does not follow the redirect to " + elsewhere.URL,
		"/loop":  "status 301 Moved Permanently: ralsh does not follow the redirect to /loop",
		"/file":  "status 302 Found: ralsh does not follow the redirect to file:///etc/passwd", "/lost": "status 302 Found",
		"/no": `status 409 Conflict, "not today"`, "/yes": "",
	} {
		r := host.Request{Method: "GET", URL: server.URL + path, Header: map[string]string{"X-Key": secret}, Timeout: time.Minute}
		if strings.HasPrefix(want, "no answer within") {
			r.Timeout = 200 * time.Millisecond
		}
		body, err := rd.Fetch(t.Context(), r)
		if want == "" && (err != nil || string(body) != secret) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %q, %v", path, body, err)
		}
		if text := fmt.Sprintf("%v %+v %#v %s %q", err, r, r, r, r); strings.Contains(text, secret) {
			t.Errorf("%s shows the header: %s", path, text)
		}
	}
	if _, err := rd.Fetch(t.Context(), host.Request{Method: "DELETE", URL: server.URL + "/yes"}); !errorIs[*host.UndeclaredError](err) {
		t.Errorf("looking by DELETE: %v", err)
	}
	r := host.Request{Method: "GET", URL: "http://user:" + secret + "@127.0.0.1:1/x?key=" + secret}
	if _, err := rd.Fetch(t.Context(), r); err == nil || strings.Contains(err.Error(), secret) {
		t.Error(err)
	}
}

// An error of a server names the request.
func TestQuestionInErrors(t *testing.T) {
	at := dnswire.Nameserver{Address: "127.0.0.1:1"}
	_, err := Machine().Reader().Ask(t.Context(), dnswire.Question{At: at, Name: "example.com", Type: "AXFR"})
	if err == nil || !strings.HasPrefix(err.Error(), "AXFR example.com at 127.0.0.1:1: ") {
		t.Error(err)
	}
}
