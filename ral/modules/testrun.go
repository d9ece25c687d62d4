package modules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral/modules/star/testsuite"
	"ralsh/ral/suite"
)

// testRun is a part of a suite. It is a suite.T.
type testRun struct {
	ctx    context.Context
	name   string
	suite  *testsuite.Suite
	each   func(TestPart)
	part   string
	errors []string
}

// ended is the panic of Fatalf.
type ended struct{}

// Context returns the context of the test.
func (r *testRun) Context() context.Context { return r.ctx }

// Helper implements suite.T.
func (r *testRun) Helper() {}

// Logf implements suite.T.
func (r *testRun) Logf(string, ...any) {}

// Errorf notes an error, once.
func (r *testRun) Errorf(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\n")
	if !slices.Contains(r.errors, text) {
		r.errors = append(r.errors, text)
	}
}

// Fatalf notes an error and ends the part.
func (r *testRun) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(ended{})
}

func (r *testRun) broke(err error) { r.Errorf("the fake host failed: %v", err) }

// Run runs a part, unless the test was interrupted.
func (r *testRun) Run(name string, part func(suite.T)) bool {
	if r.ctx.Err() != nil {
		return false
	}
	r.errors, r.part = []string{}, name
	func() {
		defer func() {
			if p := recover(); p != nil && p != any(ended{}) {
				panic(p)
			}
		}()
		part(r)
	}()
	if r.ctx.Err() != nil {
		return false
	}
	r.each(TestPart{Suite: r.name, Part: name, Place: r.place(name), Errors: r.errors})
	return len(r.errors) == 0
}

// place returns the position of a case, or otherwise of the suite.
func (r *testRun) place(part string) string {
	for i, c := range r.suite.Cases {
		if name := cmp.Or(c.Name, c.Title); part == name || part == suite.WithSecrets(name) {
			return r.suite.Places[i]
		}
	}
	return r.suite.Origin.Pos
}

var _ suite.T = (*testRun)(nil)
