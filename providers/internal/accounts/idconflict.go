package accounts

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Taken returns a *TakenError if a different account has the number that r
// sets, because the shadow tools reject it without -o. It returns nil if the
// number is free or allowdupe is true. Earlier steps of the plan count.
func (d Database) Taken(ctx context.Context, rd host.Reader, planned ral.PlannedState, r *ral.Resource) error {
	number := r.Get(d.attr)
	n, given := number.Int()
	if !given || r.True("allowdupe") {
		return nil
	}
	holders, err := d.Holders(ctx, rd, n)
	if err != nil {
		return err
	}
	if name, ok := planned.NameWith(d.Type, d.attr, number); ok {
		holders = append(holders, Holder{name, "in an earlier step"})
	}
	for _, h := range holders {
		if ensure, made := planned.Value(d.Type, h.Name, "ensure"); made && !ensure.IsAbsent() {
			h.At = "in an earlier step"
		}
		if h.Name != r.Name() && d.keeps(planned, h.Name, number) {
			return &TakenError{Of: d, Number: n, By: h, Making: r.Found == nil || !r.Found.Present()}
		}
	}
	return nil
}

// keeps reports whether an account still has a number after the earlier steps
// of the plan.
func (d Database) keeps(planned ral.PlannedState, name string, number value.Value) bool {
	if ensure, changed := planned.Value(d.Type, name, "ensure"); changed && ensure.IsAbsent() {
		return false
	}
	is, changed := planned.Value(d.Type, name, d.attr)
	return !changed || is.Equal(number)
}

// TakenError reports the number of a different account.
type TakenError struct {
	Of     Database
	Number int64
	By     Holder
	Making bool // the number is for a new account
}

// Error returns a message that begins with Puppet's.
func (e *TakenError) Error() string {
	force := "it"
	if e.Making {
		force = e.Of.Type + " creation"
	}
	return fmt.Sprintf("%s %d already exists, use allowdupe to force %s: it belongs to %s (%s)", e.Of.ID, e.Number, force, e.By.Name, e.By.At)
}

// Missing returns an *ral.DependencyError for the first account of wanted, by
// name or number, that does not exist after the earlier steps of the plan. It
// returns nil if all exist. has reports whether a name exists on the host.
func (d Database) Missing(ctx context.Context, rd host.Reader, planned ral.PlannedState, desired value.Value, has func(name string) (bool, error)) error {
	for _, v := range desired.Elements() {
		ok, err := d.there(ctx, rd, planned, v, has)
		if err == nil && !ok {
			err = &ral.DependencyError{Type: d.Type, Name: v.Text()}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d Database) there(ctx context.Context, rd host.Reader, planned ral.PlannedState, v value.Value, has func(name string) (bool, error)) (bool, error) {
	number, byNumber := v.Int()
	if !byNumber {
		if ensure, changed := planned.Value(d.Type, v.Text(), "ensure"); changed {
			if ensure.IsAbsent() {
				return false, fmt.Errorf("Could not find %s %s: an earlier step removes it", d.Type, v.Text())
			}
			return true, nil
		}
		return has(v.Text())
	}
	if _, ok := planned.NameWith(d.Type, d.attr, v); ok {
		return true, nil
	}
	holders, err := d.Holders(ctx, rd, number)
	for _, h := range holders {
		if d.keeps(planned, h.Name, v) {
			return true, nil
		}
	}
	return false, err
}
