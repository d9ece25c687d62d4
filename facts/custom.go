package facts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ralsh/facts/datafile"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Definition is a resolution of a custom fact, as defined by a plug-in. It has exactly
// one of Command, Code and Chunks.
type Definition struct {
	Fact    string        // name of the fact, in any case; dots nest only with force-dot-resolution
	Name    string        // name of this resolution, for messages
	From    string        // where it is defined: "stdlib/lib/facts/rack.star"
	Weight  *int          // nil for the number of Confines
	Confine []Confine     // all must hold
	Timeout time.Duration // 0 for Deadline
	Queries []host.Query  // read-only commands that the functions may run

	// Command is run without a shell; its trimmed output is the value. A missing
	// command, or empty output, gives no value.
	Command []string
	// Code returns the value, or nil. An error ends the search, so that a
	// lighter resolution is not tried.
	Code func(ctx context.Context, ask Ask) (value.Value, error)
	// Chunks are parts of the value, in the order of their requirements.
	Chunks []Chunk
	// Aggregate combines the chunks, by name. Without it maps are merged at any
	// depth and lists joined.
	Aggregate func(ctx context.Context, ask Ask, parts map[string]value.Value) (value.Value, error)
}

// Ask is the argument of a definition's functions. They must pass the context on. A fact
// that depends on itself gets nil.
type Ask struct {
	Reader host.Reader
	Facts  *Facts
}

// Chunk is a part of an aggregate. Code gets the results of the required
// chunks, in their order.
type Chunk struct {
	Name    string
	Require []string
	Code    func(ctx context.Context, ask Ask, required []value.Value) (value.Value, error)
}

// check rejects a definition that cannot provide a fact.
func (d *Definition) check() error {
	ways := 0
	for _, has := range []bool{len(d.Command) > 0, d.Code != nil, len(d.Chunks) > 0} {
		if has {
			ways++
		}
	}
	switch {
	case d.Fact == "" || datafile.CheckText(d.Fact) != nil:
		return fmt.Errorf("%q is not a valid name of a fact", d.Fact)
	case ways != 1:
		return fmt.Errorf("fact %s: a resolution needs exactly one of command, code and chunks, not %d", d.Fact, ways)
	case d.Timeout < 0:
		return fmt.Errorf("fact %s: the timeout must be positive, not %s", d.Fact, d.Timeout)
	}
	return nil
}

// customs adds the defined facts, in the order of definition.
func (l *loading) customs(f *Facts) {
	f.mu.Lock()
	defined := f.defined
	f.mu.Unlock()
	switch {
	case len(defined) == 0:
		return
	case f.opt.NoCustom:
		l.pass("custom facts", "--no-custom-facts is set")
		return
	case l.config.noCustom:
		l.pass("custom facts", l.config.file+" sets no-custom-facts")
		return
	}
	for i := range defined {
		d := &defined[i]
		r := resolution{
			kind: Custom, name: d.Name, from: d.From, facts: []string{strings.ToLower(d.Fact)}, weight: len(d.Confine),
			deadline: d.Timeout, queries: d.Queries,
		}
		if d.Weight != nil {
			r.weight = *d.Weight
		}
		if len(d.Command) > 0 {
			r.queries = append([]host.Query{{Name: d.Command[0], Args: d.Command[1:]}}, r.queries...)
		}
		r.find = func(ctx context.Context, rd host.Reader, b *result) { d.find(ctx, Ask{rd, f}, b) }
		l.resolutions = append(l.resolutions, r)
	}
}

// badValue is an error for an invalid value of a fact.
type badValue struct{ error }

// endsSearch reports whether an error stops the resolutions of its kind. An invalid
// value, and a timeout of a custom fact, count as nil (Facter,
// Resolvable#value).
func endsSearch(err error) bool {
	_, bad := errors.AsType[badValue](err)
	return !bad && !errors.Is(err, context.DeadlineExceeded)
}

func (d *Definition) find(ctx context.Context, ask Ask, b *result) {
	name := strings.ToLower(d.Fact)
	from := d.From
	if from == "" {
		from = "a custom fact"
	}
	for _, c := range d.Confine {
		if why := c.unmet(ctx, ask); why != "" {
			b.Unsuitable = why
			return
		}
	}
	v, err := d.value(ctx, ask)
	if bad := datafile.Check(v); err == nil && bad != nil {
		err = badValue{fmt.Errorf("invalid value: %w", bad)}
	}
	switch {
	case err != nil && ctx.Err() != nil:
		b.FailAt([]string{name}, from, fmt.Errorf("no answer in %s: %w", d.timeout(), context.Cause(ctx)))
	case err != nil:
		b.FailAt([]string{name}, from, err)
	case !v.IsNil():
		b.Tree([]string{name}, v, from)
	}
}

func (d *Definition) timeout() time.Duration {
	if d.Timeout > 0 {
		return d.Timeout
	}
	return Deadline
}

// value returns the result of the definition's code. A panic is an error of its fact
// only.
func (d *Definition) value(ctx context.Context, ask Ask) (v value.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the code panicked: %v", p)
		}
	}()
	switch {
	case d.Code != nil:
		return d.Code(ctx, ask)
	case len(d.Chunks) > 0:
		return d.aggregate(ctx, ask)
	}
	res, err := ask.Reader.Query(ctx, host.Command{Name: d.Command[0], Args: d.Command[1:], Timeout: d.timeout(), Grace: killAfter})
	failed, ran := errors.AsType[*host.CommandError](err)
	if _, none := errors.AsType[*host.NoCommandError](err); none || ran && failed.Cause == nil {
		err = nil
	}
	text := strings.TrimSpace(string(res.Stdout))
	if err != nil || text == "" {
		return value.Value{}, err
	}
	return value.Str(text), nil
}
