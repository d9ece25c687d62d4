package ral

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"strings"
)

// Origin is the origin of a type or provider. It is zero if they are built in.
type Origin struct {
	Module string // name of the module; "" for plugins from pluginsync
	File   string
	Pos    string // file:line:col of the definition
}

// BuiltIn reports whether the type or provider is part of the program.
func (o Origin) BuiltIn() bool { return o == Origin{} }

// String describes the origin: "module database, FILE:3:8", "built in".
func (o Origin) String() string {
	switch {
	case o.BuiltIn():
		return "built in"
	case o.Module == "":
		return "the synchronised plugins, " + o.Pos
	}
	return "module " + o.Module + ", " + o.Pos
}

// written returns the position of a test of the provider: that of its function,
// otherwise of the provider's constructor. It is FILE:LINE relative to the root
// of the program's source, or a position in a module's file.
func (p *Provider) written(c Confine) string {
	if !p.Origin.BuiltIn() {
		return p.Origin.Pos
	}
	if c.Check != nil {
		// A function of this package is shared by many providers.
		if place := source(c.Check); path.Dir(place) != "ral" {
			return place
		}
	}
	return source(p.New)
}

// source returns the position of a function, "" if it is generated. The compiler
// records absolute paths of the build machine; their prefix is taken from the path of
// this file.
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
