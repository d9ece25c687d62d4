package facts

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"ralsh/ral/value"
)

// Confine is a condition of a definition: a fact that matches a value of Values, or a
// function that returns true. With a Fact the function gets its value in lower case, and
// is not called if the fact does not exist. An error means false.
type Confine struct {
	Fact   string
	Values []Match
	Check  func(ctx context.Context, ask Ask, fact value.Value) (bool, error)
}

// Unmet is the error of a test, with the reason: "kernel is Linux".
type Unmet string

// Error returns the reason.
func (u Unmet) Error() string { return string(u) }

// Match is an accepted value of a fact.
type Match struct {
	text string // for display
	is   func(value.Value) bool
}

// Is matches a value; strings and symbols are compared without case.
func Is(want value.Value) Match {
	lower := lowered(want)
	return Match{want.Text(), lower.Equal}
}

// Matches matches a string, which was converted to lower case.
func Matches(re *regexp.Regexp) Match {
	return Match{"/" + re.String() + "/", func(got value.Value) bool {
		return got.Kind() == value.String && re.MatchString(got.Text())
	}}
}

// lowered returns a value for comparison: symbols as strings, strings in lower
// case.
func lowered(v value.Value) value.Value {
	if k := v.Kind(); k == value.Symbol || k == value.String {
		return value.Str(strings.ToLower(v.Text()))
	}
	return v
}

// unmet returns why the condition does not hold, or "".
func (c Confine) unmet(ctx context.Context, ask Ask) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("the test panicked: %v", p)
		}
	}()
	var got value.Value
	if c.Fact != "" {
		v, err := ask.Facts.Fact(ctx, c.Fact)
		switch {
		case err != nil:
			return err.Error()
		case v.IsNil():
			return "the fact " + c.Fact + " does not exist"
		}
		got = lowered(v)
	}
	if c.Check != nil {
		switch yes, err := c.Check(ctx, ask, got); {
		case err != nil:
			if unmet, text := errors.AsType[Unmet](err); text {
				return string(unmet)
			}
			return "the test failed: " + err.Error()
		case !yes:
			return "the test returned false"
		}
		return ""
	}
	var expected []string
	for _, m := range c.Values {
		if m.is(got) {
			return ""
		}
		expected = append(expected, m.text)
	}
	return c.Fact + " is " + got.Text() + ", not " + strings.Join(expected, " or ")
}
