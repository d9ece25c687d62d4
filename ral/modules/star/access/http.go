package access

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"go.starlark.net/starlark"

	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

// httpView is self.http: requests to HTTP APIs. A get only reads; other requests change
// the server, and are acts of the resource.
type httpView struct {
	convert.InternalValue
	m *Access
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
	if err := errors.Join(convert.Unpack(b.Name(), args, kwargs), h.m.Usable()); err != nil {
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
	if err := errors.Join(r.complete(th, b.Name()), h.m.Usable()); err != nil {
		return nil, err
	}
	body, err := h.m.rd.Fetch(h.m.Context, r.Request)
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
	wr, err := h.m.Writer(r.String())
	if err != nil {
		return nil, err
	}
	answer, err := wr.SendFor(h.m.Context, r.Request)
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

// The limits of within, in seconds.
const (
	defaultWithin = 60
	maxWithin     = 300
)

// repeats sets how a request is repeated: the function again gets each answer, and
// returns the awaited string, or None to repeat.
func (r *request) repeats(th *starlark.Thread, name string) error {
	if r.within < 0 || r.within > maxWithin {
		return fmt.Errorf("%s: within must be a number of seconds from 0 to %d", name, maxWithin)
	}
	if r.again == nil {
		return nil
	}
	if r.within == 0 {
		r.within = defaultWithin
	}
	r.Within = time.Duration(r.within) * time.Second
	r.Again = func(body []byte, failed *host.StatusError) (string, error) {
		a := answer{InternalValue: "answer", body: body, status: 200}
		if failed != nil {
			a.body, a.status, a.failure = failed.Body, failed.Status, failed.Error()
		}
		out, err := starlark.Call(th, r.again, starlark.Tuple{a}, nil)
		text, _ := starlark.AsString(out)
		if err == nil && out != starlark.None && text == "" {
			err = fmt.Errorf("%s: again returned %s; it must return the awaited string or None", name, convert.Article(out.Type()))
		}
		r.broken = err
		return text, err
	}
	return nil
}

// answered returns the answer of a server. With raises = False a status of failure, and
// a wait without end, is in it, and no error.
func (r *request) answered(body []byte, err error) (starlark.Value, error) {
	if r.broken != nil {
		return nil, r.broken
	}
	if errors.Is(err, host.ErrNotRun) {
		return answer{InternalValue: "answer", notRun: true}, nil
	}
	a := answer{InternalValue: "answer", body: body, status: 200}
	failed, status := errors.AsType[*host.StatusError](err)
	if status {
		a.body, a.status = failed.Body, failed.Status
	}
	if _, waited := errors.AsType[*host.WaitedError](err); (status || waited) && r.raises == starlark.False {
		a.failure = err.Error()
		return a, nil
	}
	return a, script.FromHost(err)
}

// answer is the answer of a server. While planning, a request that changes the server is
// not sent. Reading its answer then ends the hook, and the following steps are unknown.
type answer struct {
	convert.InternalValue
	body    []byte
	status  int // 200 for each status of success
	notRun  bool
	failure string // "" if it succeeded
}

// AttrNames returns the fields of an answer.
func (a answer) AttrNames() []string { return []string{"body", "failure", "status"} }

// Attr returns a field of an answer.
func (a answer) Attr(name string) (starlark.Value, error) {
	if name == "failure" {
		if a.failure == "" { // a plan assumes success
			return starlark.None, nil
		}
		return starlark.String(a.failure), nil
	}
	if a.notRun {
		return nil, host.ErrNotRun
	}
	switch name {
	case "body":
		return starlark.String(a.body), nil
	case "status":
		return starlark.MakeInt(a.status), nil
	}
	return nil, nil
}
