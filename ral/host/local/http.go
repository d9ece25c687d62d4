package local

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
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/stream"
)

// silence returns how long the server may be silent.
func silence(r host.Request) time.Duration {
	if r.Timeout > 0 {
		return r.Timeout
	}
	return dnswire.DefaultTimeout
}

// send sends a request, and returns the body of the answer.
func send(ctx context.Context, r host.Request) (host.Reply, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	stalled := time.AfterFunc(silence(r), func() { cancel(context.DeadlineExceeded) })
	defer stalled.Stop()
	defer cancel(nil)
	req, err := http.NewRequestWithContext(ctx, r.Method, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return host.Reply{}, errors.New("the URL is invalid")
	}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		req.Header.Set(name, r.Header[name])
	}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: new(net.Dialer).DialContext}
	defer transport.CloseIdleConnections()
	client := http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(req)
	if err != nil {
		return host.Reply{}, plain(ctx, r, err)
	}
	defer answer.Body.Close()
	if r.To != nil && answer.StatusCode/100 == 2 {
		return host.Reply{}, streamBody(ctx, r, answer, &stream.Timely{R: answer.Body, Timer: stalled, Timeout: silence(r)})
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, host.MaxRead+1))
	switch {
	case err != nil:
		return host.Reply{}, plain(ctx, r, err)
	case len(body) > host.MaxRead:
		return host.Reply{}, fmt.Errorf("the answer has more than %d bytes: %w", host.MaxRead, host.ErrTooLarge)
	case answer.StatusCode < 200 || answer.StatusCode > 299:
		e := &host.StatusError{Status: answer.StatusCode, Body: body[:min(len(body), host.MaxErrorBody)]}
		if answer.StatusCode/100 == 3 {
			e.Location = answer.Header.Get("Location")
		}
		return host.Reply{}, e
	}
	return host.Reply{Body: body}, nil
}

// streamBody copies the body of an answer. A body of unknown length may never end, so it is
// limited to MaxRead.
func streamBody(ctx context.Context, r host.Request, answer *http.Response, body io.Reader) error {
	if answer.ContentLength < 0 {
		body = http.MaxBytesReader(nil, io.NopCloser(body), host.MaxRead)
	}
	to := &stream.Sticky{W: r.To}
	_, err := io.Copy(to, body)
	if to.Err != nil || err == nil {
		return to.Err
	}
	if _, much := errors.AsType[*http.MaxBytesError](err); much {
		return fmt.Errorf("the answer has more than %d bytes and no Content-Length: %w", host.MaxRead, host.ErrTooLarge)
	}
	return plain(ctx, r, err)
}

// plain removes the URL from an error that contains it.
func plain(ctx context.Context, r host.Request, err error) error {
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return &dnswire.SilenceError{After: silence(r)}
	}
	if at, ok := errors.AsType[*url.Error](err); ok {
		err = at.Err
	}
	return host.Connection(err)
}
