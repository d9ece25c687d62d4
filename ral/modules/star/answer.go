package star

import (
	"errors"
	"fmt"
	"time"

	"go.starlark.net/starlark"

	"ralsh/ral/host"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

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
