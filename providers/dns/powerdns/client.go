package powerdns

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"ralsh/providers/dns"
	"ralsh/ral/host"
)

// Service returns the service.
func Service() dns.Service {
	return dns.Service{
		Name: "powerdns",
		Doc: "A PowerDNS authoritative server with its HTTP API. The provider lists, creates and removes zones, and sends several changes " +
			"in a single request.",
		Settings: []string{"url", "api_key", "server"},
		Makes:    true,
		Open:     open,
	}
}

// Client is the client of an account.
type Client struct {
	conn    dns.Conn
	base    string // .../servers/localhost
	key     string
	timeout time.Duration
}

func open(d dns.Conn, a dns.Account) (dns.Client, error) {
	timeout, err := a.Timeout()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(a.Get("url"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, a.Fault("url must be the URL of the API (example: https://ns1.example.com:8081)")
	}
	if a.Get("api_key") == "" || strings.ContainsAny(a.Get("api_key"), "\r\n") {
		return nil, a.Fault("api_key is missing (the setting api-key in pdns.conf)")
	}
	server := a.Get("server")
	if server == "" {
		server = "localhost"
	}
	base := strings.TrimSuffix(u.Scheme+"://"+u.Host+u.EscapedPath(), "/") + "/api/v1/servers/" + url.PathEscape(server)
	return Client{d, base, a.Get("api_key"), timeout}, nil
}

func (c Client) request(method, path string, body any, lines []string) (host.Request, error) {
	r := host.Request{
		Method: method, URL: c.base + path, Lines: lines, Timeout: c.timeout,
		Header: map[string]string{"X-API-Key": c.key, "Accept": "application/json"},
	}
	if body == nil {
		return r, nil
	}
	r.Header["Content-Type"] = "application/json"
	var err error
	r.Body, err = json.Marshal(body)
	return r, err
}

func (c Client) get(ctx context.Context, path string, into any) error {
	r, err := c.request("GET", path, nil, nil)
	if err != nil {
		return err
	}
	body, err := c.conn.Reader().Fetch(ctx, r)
	if err != nil {
		return plain(r, err)
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("%s: the answer is not valid JSON of the PowerDNS API", r)
	}
	return nil
}

func (c Client) send(ctx context.Context, method, path string, body any, lines []string) error {
	wr, err := c.conn.Writer()
	if err != nil {
		return err
	}
	r, err := c.request(method, path, body, lines)
	if err != nil {
		return err
	}
	return plain(r, wr.Send(ctx, r))
}

// plain returns the message of PowerDNS for a rejected request.
func plain(r host.Request, err error) error {
	status, ok := errors.AsType[*host.StatusError](err)
	if !ok {
		return err
	}
	if status.Status == unauthorized {
		return fmt.Errorf("%s: the server rejects the API key (401)", r)
	}
	var text struct{ Error string }
	if json.Unmarshal(status.Body, &text) == nil && text.Error != "" {
		return &refusedError{fmt.Sprintf("%s: %s (%d)", r, strings.TrimSpace(text.Error), status.Status), status.Status}
	}
	return err
}

// The HTTP statuses with a special meaning (RFC 9110).
const (
	unauthorized = 401
	notFound     = 404
)

type refusedError struct {
	text   string
	status int
}

func (e *refusedError) Error() string { return e.text }

// missing reports whether an error means that a resource does not exist.
func missing(err error) bool {
	if e, ok := errors.AsType[*refusedError](err); ok {
		return e.status == notFound
	}
	e, ok := errors.AsType[*host.StatusError](err)
	return ok && e.Status == notFound
}

// zonePath returns the path of a zone. Its ID is the name, with some characters encoded
// as =2F.
func zonePath(zone string) string {
	var b strings.Builder
	for _, c := range []byte(strings.TrimSuffix(zone, ".") + ".") {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '-':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "=%02X", c)
		}
	}
	return "/zones/" + b.String()
}
