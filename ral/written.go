package ral

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"
)

// written is where a test of the provider is written: its function, else what
// makes the provider. It is FILE:LINE from the root of the program's source, or
// the place in a module's file.
func (p *Provider) written(c Confine) string {
	if !p.Origin.BuiltIn() {
		return p.Origin.Pos
	}
	if c.Check != nil {
		// A function of this package tests for many providers.
		if place := source(c.Check); path.Dir(place) != "ral" {
			return place
		}
	}
	return source(p.New)
}

// source is where a function is written, "" where nobody wrote it. The compiler
// notes whole paths, which may be those of another machine: they begin as that of
// this file does.
func source(fn any) string {
	f := runtime.FuncForPC(reflect.ValueOf(fn).Pointer())
	file, line := f.FileLine(f.Entry())
	_, own, _, _ := runtime.Caller(0)
	below, ours := strings.CutPrefix(file, strings.TrimSuffix(own, "ral/written.go"))
	if !ours {
		return ""
	}
	return fmt.Sprintf("%s:%d", below, line)
}
