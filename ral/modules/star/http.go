package star

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
)

// httpView is self.http: requests to HTTP APIs. A get only reads; other requests change
// the server, and are acts of the resource.
type httpView struct {
	convert.InternalValue
	m *machine
}

// AttrNames returns the functions of self.http.
func (h httpView) AttrNames() []string { return []string{"get", "now", "send"} }

// Attr returns a function of self.http.
func (h httpView) Attr(name string) (starlark.Value, error) {
	switch name {
	case "get":
		return starlark.NewBuiltin("http.get", h.get), nil
	case "send":
		return starlark.NewBuiltin("http.send", h.send), nil
	case "now":
		return starlark.NewBuiltin("http.now", h.now), nil
	}
	return nil, nil
}

// now implements http.now(): the time of the host's clock in UTC, as signatures have it.
func (h httpView) now(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := errors.Join(convert.Unpack(b.Name(), args, kwargs), h.m.usable()); err != nil {
		return nil, err
	}
	return starlark.String(h.m.rd.Now().UTC().Format("20060102T150405Z")), nil
}

// get implements http.get(url, headers = {}, timeout = seconds, raises = True,
// again = function, within = seconds).
func (h httpView) get(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var r request
	if err := convert.Unpack(b.Name(), args, kwargs, append([]any{"url", &r.URL}, r.pairs()...)...); err != nil {
		return nil, err
	}
	r.Method = "GET"
	if err := errors.Join(r.complete(th, b.Name()), h.m.usable()); err != nil {
		return nil, err
	}
	body, err := h.m.rd.Fetch(h.m.ctx, r.Request)
	return r.answered(body, err)
}

// send implements http.send(method, url, body = text, headers = {}, says = [lines],
// timeout = seconds, raises = True, again = function, within = seconds).
func (h httpView) send(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var r request
	var body starlark.Value
	pairs := append([]any{"method", &r.Method, "url", &r.URL, "body?", &body, "says?", (*convert.Texts)(&r.Lines)}, r.pairs()...)
	if err := convert.Unpack(b.Name(), args, kwargs, pairs...); err != nil {
		return nil, err
	}
	if r.Method == "GET" {
		return nil, fmt.Errorf("%s: a GET request does not change anything: use http.get", b.Name())
	}
	if body != nil && body != starlark.None {
		text, _, err := convert.Raw(b.Name()+": body", body)
		if err != nil {
			return nil, err
		}
		if err := convert.Masked(b.Name()+": body", text); err != nil {
			return nil, err
		}
		r.Body = []byte(text)
	}
	if err := r.complete(th, b.Name()); err != nil {
		return nil, err
	}
	wr, err := h.m.changing(r.String())
	if err != nil {
		return nil, err
	}
	answer, err := wr.SendFor(h.m.ctx, r.Request)
	return r.answered(answer, err)
}

// request is a request as a hook describes it.
type request struct {
	host.Request
	headers *starlark.Dict
	seconds int
	raises  starlark.Value
	again   starlark.Callable
	within  int
	broken  error // of again
}

func (r *request) pairs() []any {
	return []any{"headers?", &r.headers, "timeout?", &r.seconds, "raises?", &r.raises, "again?", &r.again, "within?", &r.within}
}

// complete checks the address and the headers. A header may be a secret, which is never
// shown.
func (r *request) complete(th *starlark.Thread, name string) error {
	u, err := url.Parse(r.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("%s: the url must be http://HOST/... or https://HOST/...", name)
	}
	if err := convert.Masked(name+": url", r.URL); err != nil {
		return err
	}
	r.Timeout, r.Header = time.Duration(r.seconds)*time.Second, make(map[string]string)
	if err := r.repeats(th, name); err != nil {
		return err
	}
	if r.headers == nil {
		return nil
	}
	for _, item := range r.headers.Items() {
		k, err := convert.TextKey(name+": headers", item[0])
		if err != nil {
			return err
		}
		text, hidden, err := convert.Raw(name+": header "+k, item[1])
		if err != nil {
			return err
		}
		if hidden && text != "" {
			r.Hidden = append(r.Hidden, text)
		}
		if err := convert.Masked(name+": header "+k, text); err != nil {
			return err
		}
		if strings.ContainsAny(k+text, "\r\n\x00") {
			return fmt.Errorf("%s: header %s contains a line break", name, k)
		}
		r.Header[k] = text
	}
	return nil
}
