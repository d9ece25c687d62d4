package facts

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/facts/leaf"
	"ralsh/ral/value"
)

// Fact is a top-level fact.
type Fact struct {
	Name    string
	Value   value.Value   // a map, sorted by key, if it has several leaves
	Err     *Error        // why the value is missing
	From    string        // file, command, variable or system call; several, in order, if leaves differ
	Elapsed time.Duration // of the resolution, including the other facts it resolves
	Leaves  []leaf.Leaf   // sorted by name
	Absent  []leaf.Leaf   // leaves that are missing for a reason, such as a blocked leaf or an unreadable file; only a query shows them
	Tried   []Attempt     // its resolutions in the order in which they are tried
}

// Missing returns why the fact, or leaves of the fact, lack a value.
func (f Fact) Missing() []*Error {
	if f.Err != nil {
		return []*Error{f.Err}
	}
	var list []*Error
	for _, l := range f.Leaves {
		if l.Err != nil {
			list = append(list, &Error{Name: l.Name, Err: l.Err})
		}
	}
	return list
}

// Error is a fact that cannot be read. It matches fs.ErrPermission if
// permission is missing.
type Error struct {
	Name string
	Err  error
}

// Error returns the fact and the reason.
func (e *Error) Error() string { return e.Name + " has no value: " + e.Reason() }

// Reason returns the reason, without the fact's name.
func (e *Error) Reason() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func (f Fact) at(rest string) value.Value {
	if rest == "" {
		return f.Value
	}
	return reach(f.Value, strings.Split(rest, "."))
}

// absent returns why the value of a dotted name is missing, nil if unknown.
func (f Fact) absent(name string) error {
	for _, l := range f.Absent {
		if leads(name, l.Name) {
			return &Error{Name: name, Err: l.Err}
		}
	}
	return nil
}

// leads reports whether two dotted names are equal or one is a prefix of the other.
func leads(a, b string) bool {
	return strings.HasPrefix(a+".", b+".") || strings.HasPrefix(b+".", a+".")
}

// errorAt returns the error of the leaf that contains rest.
func (f Fact) errorAt(rest string) error {
	name := f.Name + "." + rest
	for _, l := range f.Leaves {
		if l.Err != nil && strings.HasPrefix(name+".", l.Name+".") {
			return &Error{Name: name, Err: l.Err}
		}
	}
	return &Error{Name: name, Err: errors.New(f.at(rest).Reason())}
}

// reach looks up steps in maps by key and in lists by index. A key may contain dots, for
// example the interface eth0.100. All steps in an unknown value are unknown.
func reach(v value.Value, steps []string) value.Value {
	if len(steps) == 0 || v.IsUnknown() {
		return v
	}
	if v.Kind() == value.List {
		i, err := strconv.Atoi(steps[0])
		if err != nil || i < 0 || i >= len(v.Items()) {
			return value.Value{}
		}
		return reach(v.Items()[i], steps[1:])
	}
	for n := 1; n <= len(steps); n++ {
		inner, ok := v.Lookup(strings.Join(steps[:n], "."))
		if !ok {
			continue
		}
		if got := reach(inner, steps[n:]); !got.IsNil() {
			return got
		}
	}
	return value.Value{}
}

// grow builds the map whose ends are the leaves, starting at depth.
func grow(leaves []leaf.Leaf, depth int) value.Value {
	if len(leaves) > 0 && len(leaves[0].Path) == depth {
		if leaves[0].Err != nil {
			return value.Unread(leaves[0].Err.Error())
		}
		return leaves[0].Value
	}
	var pairs []value.Pair
	for len(leaves) > 0 {
		key := leaves[0].Path[depth]
		n := slices.IndexFunc(leaves, func(l leaf.Leaf) bool { return l.Path[depth] != key })
		if n < 0 {
			n = len(leaves)
		}
		pairs = append(pairs, value.Pair{Key: value.Str(key), Value: grow(leaves[:n], depth+1)})
		leaves = leaves[n:]
	}
	return value.MapOf(pairs...)
}
