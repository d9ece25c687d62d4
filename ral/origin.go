package ral

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"
)

// Origin is where a type or provider comes from. It is zero for what is built
// in.
type Origin struct {
	Module string // the module's name, "" of what pluginsync gathered
	File   string
	Pos    string // file:line:col of the definition
}

// BuiltIn reports whether it is part of the program.
func (o Origin) BuiltIn() bool { return o == Origin{} }

// String says it in words: "module database, FILE:3:8", "built in".
func (o Origin) String() string {
	switch {
	case o.BuiltIn():
		return "built in"
	case o.Module == "":
		return "the synchronised plugins, " + o.Pos
	}
	return "module " + o.Module + ", " + o.Pos
}

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

// source is where a function is written, "" for a generated one. The compiler
// notes whole paths, which may be those of another machine: they begin as that of
// this file does.
func source(fn any) string {
	f := runtime.FuncForPC(reflect.ValueOf(fn).Pointer())
	file, line := f.FileLine(f.Entry())
	_, own, _, _ := runtime.Caller(0)
	below, ours := strings.CutPrefix(file, path.Dir(path.Dir(own))+"/")
	if !ours {
		return ""
	}
	return fmt.Sprintf("%s:%d", below, line)
}
