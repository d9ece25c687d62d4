package pluginsync

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/stream"
)

// The limits of a response.
const (
	maxListing = 64 << 20 // bytes
	maxFile    = 64 << 20
	maxReason  = 4 << 10
)

// port is the default port of Puppet servers.
const port = "8140"

// client sends requests to a server.
type client struct {
	http        *http.Client
	at          string // HOST:PORT
	environment string
	patience    time.Duration
}

// newClient returns a client; patience is the timeout of a response.
func newClient(server, environment string, config *tls.Config, patience time.Duration, atOnce int) (*client, error) {
	at, err := address(server)
	if err != nil {
		return nil, err
	}
	dial := net.Dialer{Timeout: min(patience, 10*time.Second)}
	return &client{
		at: at, environment: environment, patience: patience,
		http: &http.Client{
			Timeout: patience,
			// Redirects are errors.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
			Transport: &http.Transport{
				TLSClientConfig: config, DialContext: dial.DialContext,
				TLSHandshakeTimeout: patience, MaxConnsPerHost: atOnce, MaxIdleConnsPerHost: atOnce,
			},
		},
	}, nil
}

// address returns HOST:PORT for a HOST with or without a port.
func address(server string) (string, error) {
	name, number, err := net.SplitHostPort(server)
	if err != nil {
		name, number = strings.Trim(server, "[]"), port
	}
	if name == "" || strings.ContainsAny(name, "/@? ") || strings.Trim(number, "0123456789") != "" || number == "" {
		return "", &ServerError{server}
	}
	return net.JoinHostPort(name, number), nil
}

// ServerError is an invalid name of a server.
type ServerError struct{ Name string }

// Error describes the expected format.
func (e *ServerError) Error() string {
	return fmt.Sprintf("%q is not a server: expected HOST or HOST:PORT", e.Name)
}

func (c *client) close() { c.http.CloseIdleConnections() }

// get requests a path below /puppet/v3, with escaped parts, and returns the
// body, which the caller must close. Any status except 200 is an error with the
// server's reason.
func (c *client) get(ctx context.Context, what, path string, query url.Values, accept string) (io.ReadCloser, error) {
	query.Set("environment", c.environment)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+c.at+"/puppet/v3/"+path+"?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", accept)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.at, plain(ctx, err))
	}
	if resp.StatusCode != http.StatusOK {
		defer resp.Body.Close()
		err := fmt.Errorf("%s rejects the request for %s: %s", c.at, what, reason(resp))
		if resp.StatusCode == http.StatusNotFound {
			err = fmt.Errorf("%w: %w", err, fs.ErrNotExist)
		}
		return nil, err
	}
	return resp.Body, nil
}

// stream is get for a body of any size: patience is the timeout of each part, not of the
// whole body.
func (c *client) stream(ctx context.Context, what, path string, query url.Values, accept string) (io.ReadCloser, error) {
	within, cancel := context.WithCancel(ctx)
	stalled := time.AfterFunc(c.patience, cancel)
	endless := *c.http
	endless.Timeout = 0
	body, err := (&client{http: &endless, at: c.at, environment: c.environment}).get(within, what, path, query, accept)
	if err != nil {
		if stalled.Stop(); within.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s: %w", c.at, errSilent)
		}
		cancel()
		return nil, err
	}
	return &parts{stream.Timely{R: body, Timer: stalled, Timeout: c.patience}, body, within, cancel}, nil
}

var errSilent = errors.New("the server did not answer in time")

// parts is a body with a timeout for each part.
type parts struct {
	stream.Timely
	body   io.Closer
	ctx    context.Context
	cancel context.CancelFunc
}

func (p *parts) Read(data []byte) (int, error) {
	n, err := p.Timely.Read(data)
	if err != nil && !errors.Is(err, io.EOF) && p.ctx.Err() != nil {
		err = errSilent
	}
	return n, err
}

func (p *parts) Close() error {
	p.Timer.Stop()
	p.cancel()
	return p.body.Close()
}

// plain removes the URL from an error, because it is long and known.
func plain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if late, ok := errors.AsType[net.Error](err); ok && late.Timeout() {
		return errSilent
	}
	if inner, ok := errors.AsType[*url.Error](err); ok {
		err = inner.Err
	}
	return host.Connection(err)
}

// reason returns the server's error: a line of its JSON or text, and the
// status, or where it redirects to.
func reason(resp *http.Response) string {
	if to, err := resp.Location(); err == nil && resp.StatusCode/100 == 3 {
		plain := url.URL{Scheme: to.Scheme, Host: to.Host, Path: to.Path}
		return fmt.Sprintf("the server redirects to %s, which ralsh does not follow (%d)", &plain, resp.StatusCode)
	}
	text, _ := io.ReadAll(io.LimitReader(resp.Body, maxReason))
	var said struct{ Message string }
	if json.Unmarshal(text, &said) != nil {
		said.Message = string(text)
	}
	line, _, _ := strings.Cut(strings.TrimSpace(said.Message), "\n")
	if line == "" {
		return resp.Status
	}
	return fmt.Sprintf("%s (%d)", line, resp.StatusCode)
}

// escaped returns a relative path for use in a URL.
func escaped(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}
