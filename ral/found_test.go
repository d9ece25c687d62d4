package ral_test

import (
	"slices"
	"testing"

	"ralsh/ral"
)

func TestOdd(t *testing.T) {
	for _, test := range []struct {
		typ  func(*ral.Found) []string
		own  []string
		want []string
	}{
		{nil, nil, nil},
		{nil, []string{"a"}, []string{"a"}},
		{func(*ral.Found) []string { return nil }, []string{"a"}, []string{"a"}},
		{func(f *ral.Found) []string { return []string{f.Name} }, []string{"a", "b"}, []string{"x", "a", "b"}},
	} {
		f := ral.NewFound(&ral.Type{Findings: test.typ}, "x")
		f.Findings = test.own
		if got := f.Odd(); !slices.Equal(got, test.want) {
			t.Errorf("%v, want %v", got, test.want)
		}
	}
}
