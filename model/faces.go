package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/onhost"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// CallAction runs an action of a face on the host, with the given arguments and
// options. warn is called with providers that cannot list their instances. Secrets of
// resources are redacted in the result and in the error.
func (ms *Modules) CallAction(ctx context.Context, act *face.Action, given map[string]value.Value, warn func(string)) (value.Value, error) {
	look := faceReader{s: ms.session, red: &redact.Redactor{}}
	look.warn = func(err error) { warn(look.red.Text(err.Error())) }
	v, err := act.Call(redact.Into(ctx, look.red), face.View{Env: ms.session.Env, List: look.list, Find: look.find}, given)
	if err := ctx.Err(); err != nil {
		return value.Value{}, err
	}
	return redactedValue(look.red, v), look.red.Error(err)
}

// faceReader is the view of the resources on the host that a call of an action gets.
type faceReader struct {
	s    *Session
	warn func(error)
	red  *redact.Redactor
}

// list returns the instances of a type, by title and provider. It warns of a
// provider that fails, if a different provider is complete, and of a provider
// with broken tests.
func (l faceReader) list(ctx context.Context, typ string) ([]*ral.Instance, error) {
	t, err := l.s.Type(typ)
	switch {
	case err != nil:
		return nil, errors.New(err.Error()) // the face is misspelled, not the command line
	case t.OnlyDeclared():
		return nil, fmt.Errorf("%s cannot be listed: its resources exist only in declarations", t.Name)
	case t.NotListable != "":
		return nil, fmt.Errorf("%s cannot be listed: a resource is found only %s", t.Name, t.NotListable)
	case l.s.Env.Elect(ctx, t).Winner == nil:
		return nil, l.s.Env.NoProvider(ctx, t)
	}
	var found []*ral.Instance
	var failed []error
	whole := 0
	l.s.Env.List(ctx, t, func(ev onhost.ListEvent) {
		found = append(found, ev.Found...)
		switch {
		case !ev.Done:
		case ev.Err == nil:
			whole++
		case ral.IsDamage(ev.Err):
			whole++
			failed = append(failed, fmt.Errorf("%s listed only part of its instances: %w", ev.Provider.Name, ev.Err))
		case ral.ListedPart(ev.Count, ev.Err):
			failed = append(failed, fmt.Errorf("%s listed only part of its instances: %w", ev.Provider.Name, ev.Err))
		default:
			failed = append(failed, fmt.Errorf("%s cannot list its instances: %w", ev.Provider.Name, ev.Err))
		}
	})
	if err := l.end(ctx, failed, whole); err != nil {
		return nil, err
	}
	for _, sv := range l.s.Choose(ctx, t).All {
		if v := sv.FirstFailure(); v != nil && v.Outcome == onhost.Broken {
			l.warn(fmt.Errorf("%s was skipped: %s", sv.Provider.Name, v.Got))
		}
	}
	slices.SortStableFunc(found, func(x, y *ral.Instance) int {
		return cmp.Or(strings.Compare(x.Name, y.Name), strings.Compare(x.Provider.Name, y.Provider.Name))
	})
	l.learn(found...)
	return found, nil
}

// find returns a resource as the first provider that knows it reads it.
func (l faceReader) find(ctx context.Context, typ, title string) (*ral.Instance, error) {
	t, err := l.s.Type(typ)
	if err != nil {
		return nil, errors.New(err.Error())
	}
	answers := l.s.Env.Find(ctx, t, title)
	if len(answers) == 0 {
		return nil, l.s.Env.NoProvider(ctx, t)
	}
	var failed []error
	var first *ral.Instance
	for _, seen := range answers {
		switch {
		case seen.Err != nil:
			failed = append(failed, fmt.Errorf("%s could not read %s: %w", seen.Provider.Name, title, seen.Err))
		case first == nil && seen.Found.Present():
			first = seen.Found
		}
	}
	if err := l.end(ctx, failed, len(answers)-len(failed)); err != nil || first == nil {
		return nil, err
	}
	l.learn(first)
	return first, nil
}

// end returns the errors of providers if all have failed, otherwise it warns of
// them.
func (l faceReader) end(ctx context.Context, failed []error, whole int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if whole == 0 && len(failed) > 0 {
		texts := make([]string, len(failed))
		for i, err := range failed {
			texts[i] = err.Error()
		}
		return errors.New(strings.Join(texts, "; "))
	}
	for _, err := range failed {
		l.warn(err)
	}
	return nil
}

func (l faceReader) learn(found ...*ral.Instance) {
	for _, inst := range found {
		for _, v := range inst.Each {
			if v.IsSecret() {
				l.red.Learn(v)
			}
		}
	}
}

// redactedValue returns a value without secrets in texts and numbers.
func redactedValue(red *redact.Redactor, v value.Value) value.Value {
	if red.Empty() {
		return v
	}
	switch v.Kind() {
	case value.String, value.Integer, value.Float:
		if text := v.Text(); red.Holds(text) {
			return value.Str(red.Text(text))
		}
	case value.List:
		items := make([]value.Value, len(v.Items()))
		for i, item := range v.Items() {
			items[i] = redactedValue(red, item)
		}
		return value.ListOf(items...)
	case value.Map:
		pairs := make([]value.Pair, len(v.Pairs()))
		for i, p := range v.Pairs() {
			pairs[i] = value.Pair{Key: redactedValue(red, p.Key), Value: redactedValue(red, p.Value)}
		}
		return value.MapOf(pairs...)
	}
	return v
}
