package vectors

import (
	"ralsh/ral"
)

// TypeRule is one rule of a type's own validation.
type TypeRule struct {
	RequireOneOf []string `json:"require_one_of"`
	NotBoth      []string `json:"not_both"`
	Error        string
	Class        string
	Fail         bool // raised with the type's fail, which has the same message
}

func (r TypeRule) broken(res *ral.Resource) bool {
	given := func(names []string) int {
		n := 0
		for _, name := range names {
			if res.Get(name).Truthy() {
				n++
			}
		}
		return n
	}
	return len(r.RequireOneOf) > 0 && given(r.RequireOneOf) == 0 || len(r.NotBoth) > 0 && given(r.NotBoth) == len(r.NotBoth)
}

func validateType(rules []TypeRule) func(*ral.Resource) error {
	if len(rules) == 0 {
		return nil
	}
	return func(res *ral.Resource) error {
		for _, r := range rules {
			if r.broken(res) {
				return raised(r.Class, r.Error)
			}
		}
		return nil
	}
}
