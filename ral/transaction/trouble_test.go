package transaction_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// One failure is reported once, with all the properties that it affects.
func TestFaultOf(t *testing.T) {
	change := func(name, failure string) transaction.Change {
		c := transaction.Change{Attr: &ral.Attribute{Name: name}}
		if failure != "" {
			c.Err = errors.New(failure)
		}
		return c
	}
	s := &transaction.Step{Changes: []transaction.Change{
		change("ip", "read-only"), change("alias", ""), change("comment", "read-only"), change("target", "no such file"),
	}}
	var got [][]string
	for i := range s.Changes {
		got = append(got, s.FaultOf(i))
	}
	if d := cmp.Diff([][]string{{"ip", "comment"}, nil, nil, {"target"}}, got); d != "" {
		t.Error(d)
	}
	for text, want := range map[string]bool{"": false, "read-only": true, "another": false} {
		s.Err = nil
		if text != "" {
			s.Err = errors.New(text)
		}
		if s.ErrAtChange() != want {
			t.Errorf("%q at a change: %v", text, !want)
		}
	}
}
