package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/stream"
)

// Request is a request to an HTTP API. It uses no redirects and proxies, because the headers
// are for a single server.
type Request struct {
	Method  string
	URL     string
	Header  map[string]string // may contain secrets; never shown
	Body    []byte
	Lines   []string      // description for users
	Timeout time.Duration // 0 for NetTimeout
	Hidden  []string      // secrets in headers; an error that repeats them does not show them
	// Again is called with each answer, a body or a *StatusError, and returns the awaited
	// state, or "" to stop. The request is repeated after a pause, for at most Within.
	Again  func(body []byte, err *StatusError) (string, error)
	Within time.Duration
	// To receives the body of an answer, which Fetch then does not return. It may
	// have any size that the server announces, otherwise maxRead at most. Timeout
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

// silence returns how long the server may be silent.
func (r Request) silence() time.Duration {
	if r.Timeout > 0 {
		return r.Timeout
	}
	return dnswire.DefaultTimeout
}

// maxErrorBody is the maximum size of the body of a StatusError: APIs give their reasons
// in documents.
const maxErrorBody = 64 << 10

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

func (r Request) do(ctx context.Context) (reply, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	stalled := time.AfterFunc(r.silence(), func() { cancel(context.DeadlineExceeded) })
	defer stalled.Stop()
	defer cancel(nil)
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return reply{}, errors.New("the URL is invalid")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		req.Header.Set(name, r.Header[name])
	}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: new(net.Dialer).DialContext}
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(req)
	if err != nil {
		return reply{}, r.plain(ctx, err)
	}
	defer answer.Body.Close()
	if r.To != nil && answer.StatusCode/100 == 2 {
		return reply{}, r.stream(ctx, answer, &Timely{answer.Body, stalled, r.silence()})
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxRead+1))
	switch {
	case err != nil:
		return reply{}, r.plain(ctx, err)
	case len(body) > maxRead:
		return reply{}, fmt.Errorf("the answer has more than %d bytes: %w", maxRead, ErrTooLarge)
	case answer.StatusCode < 200 || answer.StatusCode > 299:
		e := &StatusError{Status: answer.StatusCode, Body: body[:min(len(body), maxErrorBody)]}
		if answer.StatusCode/100 == 3 {
			e.Location = answer.Header.Get("Location")
		}
		return reply{}, e
	}
	return reply{body: body}, nil
}

// stream copies the body of an answer. A body of unknown length may never end, so it is
// limited to maxRead.
func (r Request) stream(ctx context.Context, answer *http.Response, body io.Reader) error {
	if answer.ContentLength < 0 {
		body = http.MaxBytesReader(nil, io.NopCloser(body), maxRead)
	}
	to := &stream.Sticky{W: r.To}
	_, err := io.Copy(to, body)
	if to.Err != nil || err == nil {
		return to.Err
	}
	if _, much := errors.AsType[*http.MaxBytesError](err); much {
		return fmt.Errorf("the answer has more than %d bytes and no Content-Length: %w", maxRead, ErrTooLarge)
	}
	return r.plain(ctx, err)
}

// plain removes the URL from an error that contains it.
func (r Request) plain(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return worded{"no answer within " + r.silence().String(), context.DeadlineExceeded}
	}
	if at, ok := errors.AsType[*url.Error](err); ok {
		err = at.Err
	}
	return Connection(err)
}
