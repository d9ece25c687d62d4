package star

import (
	"context"
	"fmt"
	"time"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/modules/star/access"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/value"
)

// Fact is a resolution of a fact, with its weight.
type Fact struct {
	Name     string
	Weight   int
	Weighs   bool // Weight was given; otherwise it is the number of confines
	Confines []condition.Confine
	Origin   ral.Origin
	Commands []ral.Command
	Timeout  time.Duration // 0 for that of all facts
	Chunks   []Chunk       // parts of the value, instead of a single function
	cmds     []access.Command
	body     *script.Hook // nil if there are chunks
}

// Chunk is a part of a fact's value.
type Chunk struct {
	Name string
	body *script.Hook
}

// fact implements fact(name, value, weight = N, confine = {...}, commands = {...},
// timeout = seconds). The value is a function, or a dict of functions, the chunks.
func fact(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	own := &Fact{Origin: f.origin(th)}
	var weight, confine, cmds, body starlark.Value
	seconds := 0
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &own.Name, "value", &body, "weight?", &weight, "confine?", &confine,
		"commands?", &cmds, "timeout?", &seconds); err != nil {
		return nil, err
	}
	if own.Timeout = time.Duration(seconds) * time.Second; seconds < 0 {
		return nil, fmt.Errorf("%s: the timeout must be a positive number of seconds, not %d", b.Name(), seconds)
	}
	if weight != nil {
		own.Weighs = true
		if own.Weight, err = starlark.AsInt32(weight); err != nil {
			return nil, fmt.Errorf("%s: the weight must be a number of at most 31 bits, not %s", b.Name(), weight)
		}
	}
	if own.cmds, err = access.Commands(cmds); err != nil {
		return nil, err
	}
	for _, c := range own.cmds {
		own.Commands = append(own.Commands, c.Command)
	}
	if own.Confines, err = confines(th, confine, &Provider{cmds: own.cmds}); err != nil {
		return nil, err
	}
	if err := own.value(th, body); err != nil {
		return nil, err
	}
	f.out.Facts = append(f.out.Facts, own)
	return starlark.None, nil
}

// value sets the function of a fact, or its chunks.
func (f *Fact) value(th *starlark.Thread, x starlark.Value) (err error) {
	if fn, ok := x.(starlark.Callable); ok {
		f.body, err = script.NewHook(th, "fact "+f.Name, fn, script.ProviderLimits, "self")
		return err
	}
	dict, ok := x.(*starlark.Dict)
	if !ok || dict.Len() == 0 {
		return fmt.Errorf("fact: the value of %s must be a function or a dict of functions, not %s", f.Name, convert.Article(x.Type()))
	}
	for _, item := range dict.Items() {
		name, err := convert.TextKey("fact "+f.Name, item[0])
		if err != nil {
			return err
		}
		fn, ok := item[1].(starlark.Callable)
		if !ok {
			return fmt.Errorf("fact: chunk %s of %s must be a function, not %[3]s", name, f.Name, convert.Article(item[1].Type()))
		}
		k, err := script.NewHook(th, "chunk "+name+" of fact "+f.Name, fn, script.ProviderLimits, "self")
		if err != nil {
			return err
		}
		f.Chunks = append(f.Chunks, Chunk{name, k})
	}
	return nil
}

// Resolve returns the value of a fact without chunks, or nil. facts
// provides the other facts.
func (f *Fact) Resolve(ctx context.Context, rd host.Reader, facts condition.Facts) (value.Value, error) {
	return f.call(ctx, rd, facts, f.body)
}

// ResolveChunk returns a part of the value.
func (f *Fact) ResolveChunk(ctx context.Context, rd host.Reader, facts condition.Facts, c Chunk) (value.Value, error) {
	return f.call(ctx, rd, facts, c.body)
}

func (f *Fact) call(ctx context.Context, rd host.Reader, facts condition.Facts, body *script.Hook) (value.Value, error) {
	p := ral.Provider{Commands: f.Commands}
	m := reader(ctx, rd.Allow(p.Queries(rd.Root())...), f.cmds, nil)
	m.Facts = facts
	defer m.End()
	return body.Value(ctx, m)
}

// Feature is something that a host can have: a library, an ability.
type Feature struct {
	Name   string
	Doc    string
	Origin ral.Origin
	test   *featureHook
}

type featureHook struct {
	cmds []access.Command
	hook *script.Hook
}

func (f *featureHook) ask(ctx context.Context, p condition.Probe) (bool, error) {
	queries := ral.Provider{}
	for _, c := range f.cmds {
		queries.Commands = append(queries.Commands, c.Command)
	}
	p.Reader = p.Reader.Allow(queries.Queries(p.Reader.Root())...)
	_, there, err := probed(ctx, f.hook, p, f.cmds)
	return there, err
}

// featureTest implements feature_test(name, fn, doc = "", commands = {...}). It
// is called each time a confine needs it, so a later change is seen.
func featureTest(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, err := defining(th, b)
	if err != nil {
		return nil, err
	}
	own := &Feature{Origin: f.origin(th), test: &featureHook{}}
	var cmds starlark.Value
	var body starlark.Callable
	if err := convert.Unpack(b.Name(), args, kwargs, "name", &own.Name, "fn", &body, "doc?", &own.Doc, "commands?", &cmds); err != nil {
		return nil, err
	}
	if own.test.cmds, err = access.Commands(cmds); err != nil {
		return nil, err
	}
	if own.test.hook, err = script.NewHook(th, "feature "+own.Name, body, script.ProviderLimits, "self"); err != nil {
		return nil, err
	}
	f.out.Features = append(f.out.Features, own)
	return starlark.None, nil
}
