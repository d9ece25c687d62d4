package host

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Request is a request to an HTTP API. It uses no redirects and proxies, because the headers
// are for a single server.
type Request struct {
	Method  string
	URL     string
	Header  map[string]string // may contain secrets; never shown
	Body    []byte
	Lines   []string      // description for users
	Timeout time.Duration // 0 for dnswire.DefaultTimeout
	Hidden  []string      // secrets in headers; an error that repeats them does not show them
	// Again is called with each answer, a body or a *StatusError, and returns the awaited
	// state, or "" to stop. The request is repeated after a pause, for at most Within.
	Again  func(body []byte, err *StatusError) (string, error)
	Within time.Duration
	// TokenOnly means that a PUT changes nothing: the server returns a token for later
	// requests, which it stores nowhere.
	TokenOnly bool
	// To receives the body of an answer, which Fetch then does not return. It may
	// have any size that the server announces, otherwise MaxRead at most. Timeout
	// is that of each part.
	To io.Writer
}

// String returns the method and the URL, without user, password and query.
func (r Request) String() string {
	u, err := url.Parse(r.URL)
	if err != nil {
		return r.Method + " [an invalid URL]"
	}
	return r.Method + " " + u.Scheme + "://" + u.Host + u.EscapedPath()
}

// Format prints String for every verb: headers are not printed.
func (r Request) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, r.String()) }

// MaxErrorBody is the maximum size of the body of a StatusError: APIs give their reasons
// in documents.
const MaxErrorBody = 64 << 10

// concealed returns an error without the secrets that a server repeats.
func (r Request) concealed(err error) error {
	status, ok := errors.AsType[*StatusError](err)
	if !ok {
		return err
	}
	plain := *status
	for _, secret := range r.Hidden {
		plain.Body = bytes.ReplaceAll(plain.Body, []byte(secret), []byte("..."))
		plain.Location = strings.ReplaceAll(plain.Location, secret, "...")
	}
	return &plain
}

// StatusError is a response with a status other than 2xx.
type StatusError struct {
	Status   int
	Body     []byte // its beginning
	Location string // of a redirect: its address
}

// Error returns the status, and the address of a redirect, without user, password
// and query, or the first line of the body.
func (e *StatusError) Error() string {
	if u, err := url.Parse(e.Location); err == nil && e.Location != "" {
		plain := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
		return fmt.Sprintf("status %d %s: ralsh does not follow the redirect to %s", e.Status, http.StatusText(e.Status), &plain)
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(e.Body)), "\n")
	if len(line) > MaxLine {
		line = strings.ToValidUTF8(line[:MaxLine], "") + "…"
	}
	text := fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status))
	if line == "" {
		return text
	}
	return fmt.Sprintf("%s, %q", text, line)
}
