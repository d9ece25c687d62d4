package facts

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"ralsh/ral/value"
)

// Confine is one condition of a definition: a fact that matches one of Values, or
// a function that says yes. With a Fact the function is given its value, in lower
// case, and is not asked when there is none. An error is a no.
type Confine struct {
	Fact   string
	Values []Match
	Check  func(ctx context.Context, ask Ask, fact value.Value) (bool, error)
}

// Unmet is the no of a test that says why: "kernel is Linux".
type Unmet string

// Error is why.
func (u Unmet) Error() string { return string(u) }

// Match is one thing that a fact may be.
type Match struct {
	text string // for a person
	is   func(value.Value) bool
}

// Is matches one value; texts and symbols without regard to case.
func Is(want value.Value) Match {
	lower := lowered(want)
	return Match{want.Text(), lower.Equal}
}

// Matches matches a text, which is in lower case by then.
func Matches(re *regexp.Regexp) Match {
	return Match{"/" + re.String() + "/", func(got value.Value) bool {
		return got.Kind() == value.String && re.MatchString(got.Text())
	}}
}

// Between matches a number from low to high, both of them taken in.
func Between(low, high float64) Match {
	return Match{fmt.Sprintf("%v to %v", low, high), func(got value.Value) bool {
		n, isInt := got.Int()
		f, isFloat := got.Float()
		if isInt {
			f = float64(n)
		}
		return (isInt || isFloat) && low <= f && f <= high
	}}
}

// lowered is a value as confines compare it: symbols are texts, texts lower-case.
func lowered(v value.Value) value.Value {
	if k := v.Kind(); k == value.Symbol || k == value.String {
		return value.Str(strings.ToLower(v.Text()))
	}
	return v
}

// unmet says why the condition does not hold, "" when it does.
func (c Confine) unmet(ctx context.Context, ask Ask) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("its test fell over: %v", p)
		}
	}()
	var got value.Value
	if c.Fact != "" {
		v, err := ask.Facts.Fact(ctx, c.Fact)
		switch {
		case err != nil:
			return err.Error()
		case v.IsNil():
			return "there is no fact " + c.Fact
		}
		got = lowered(v)
	}
	if c.Check != nil {
		switch yes, err := c.Check(ctx, ask, got); {
		case err != nil:
			if unmet, said := errors.AsType[Unmet](err); said {
				return string(unmet)
			}
			return "its test failed: " + err.Error()
		case !yes:
			return "its test says no"
		}
		return ""
	}
	var wanted []string
	for _, m := range c.Values {
		if m.is(got) {
			return ""
		}
		wanted = append(wanted, m.text)
	}
	return c.Fact + " is " + got.Text() + ", and not " + strings.Join(wanted, " or ")
}
