package accounts

import (
	"context"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Taken says who has the number that an account is to get, nil when it is free:
// the shadow tools refuse a taken one, without -o. What comes before it in
// the plan counts.
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
		holders = append(holders, Holder{name, "which comes before it"})
	}
	for _, h := range holders {
		if h.Name != r.Name() && d.keeps(planned, h.Name, number) {
			return &TakenError{Of: d, Number: n, By: h, Making: r.Found == nil || !r.Found.Present()}
		}
	}
	return nil
}

// keeps reports whether an account is still to have a number after what comes
// before in the plan.
func (d Database) keeps(planned ral.PlannedState, name string, number value.Value) bool {
	if ensure, changed := planned.Value(d.Type, name, "ensure"); changed && ensure.IsAbsent() {
		return false
	}
	is, changed := planned.Value(d.Type, name, d.attr)
	return !changed || is.Equal(number)
}

// TakenError is a number that another account has.
type TakenError struct {
	Of     Database
	Number int64
	By     Holder
	Making bool // for a new account
}

// Error begins in Puppet's words.
func (e *TakenError) Error() string {
	force := "it"
	if e.Making {
		force = e.Of.Type + " creation"
	}
	return fmt.Sprintf("%s %d already exists, use allowdupe to force %s: it is that of %s (%s)", e.Of.ID, e.Number, force, e.By.Name, e.By.At)
}

// Missing says which of several accounts, by name or number, is not there after
// what comes before in the plan: an *ral.DependencyError, nil when all are. has
// looks for a name.
func (d Database) Missing(ctx context.Context, rd host.Reader, planned ral.PlannedState, wanted value.Value, has func(name string) (bool, error)) error {
	for _, v := range wanted.Elements() {
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
				return false, fmt.Errorf("Could not find %s %s: it is removed before", d.Type, v.Text())
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
