package ruby

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"
)

// ask sends a request to the process that has loaded types.
func (b *Bridge) ask(ctx context.Context, limit time.Duration, op string, req request, out any) error {
	fields, err := json.Marshal(req)
	if err != nil {
		return err
	}
	_, err = b.send(ctx, limit, op, fields, out)
	return err
}

// send is ask for a request in JSON, and returns the answer as it was sent. All callers
// share the process: it continues with a request whose caller stopped waiting, and a
// request that was queued behind a request that ended the process is sent again.
func (b *Bridge) send(ctx context.Context, limit time.Duration, op string, fields json.RawMessage, out any) (json.RawMessage, error) {
	for {
		w, err := b.started(ctx)
		if err != nil {
			return nil, err
		}
		var answer copied
		exchange := func() error { return w.send(context.WithoutCancel(ctx), limit, op, fields, nil, &answer) }
		if limit > checkLimit {
			err = orStopped(ctx, exchange)
		} else {
			err = exchange() // a process that hangs is ended soon enough
		}
		if _, unasked := errors.AsType[*endedError](err); unasked {
			continue
		}
		if err != nil {
			return nil, err
		}
		if json.Unmarshal(answer.data, out) != nil {
			return nil, w.process.fail(ctx, op, limit, &ProtocolError{string(answer.data)})
		}
		return answer.data, nil
	}
}

// orStopped waits for f until the context ends. f continues.
func orStopped(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case <-ctx.Done():
		return &StoppedError{ctx.Err()}
	case err := <-done:
		return err
	}
}

// answersMost is the maximum number of cached answers.
const answersMost = 4096

// answersLast is how long an answer is cached, because code may read facts.
const answersLast = 10 * time.Second

// answers are the answers to equal requests.
type answers struct {
	mu    sync.Mutex
	kept  map[string]json.RawMessage
	since time.Time
}

// cached is ask for requests that repeat while a resource is built.
func (b *Bridge) cached(ctx context.Context, op string, req request, out any) error {
	key, err := json.Marshal(req)
	if err != nil {
		return err
	}
	name := op + string(key)
	if data, known := b.answers.get(name); known {
		return json.Unmarshal(data, out)
	}
	data, err := b.send(ctx, checkLimit, op, key, out)
	if err != nil {
		return err
	}
	b.answers.keep(name, data)
	return nil
}

// copied is an answer as it was sent.
type copied struct{ data json.RawMessage }

// UnmarshalJSON keeps the answer.
func (c *copied) UnmarshalJSON(data []byte) error {
	c.data = slices.Clone(data)
	return nil
}

func (a *answers) get(name string) (json.RawMessage, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if time.Since(a.since) > answersLast || len(a.kept) >= answersMost {
		a.kept, a.since = make(map[string]json.RawMessage), time.Now()
	}
	data, known := a.kept[name]
	return data, known
}

func (a *answers) keep(name string, data json.RawMessage) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept != nil {
		a.kept[name] = data
	}
}
