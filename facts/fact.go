package facts

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/ral/value"
)

// Fact is one top-level fact.
type Fact struct {
	Name    string
	Value   value.Value   // a map, sorted by key, when it has several leaves
	Err     *Error        // why there is no value
	From    string        // a file, command, variable or system call; several, in order, when leaves differ
	Elapsed time.Duration // of the resolution, with the facts that it finds along with this one
	Leaves  []Leaf        // sorted by name
	Absent  []Leaf        // not there for a reason, which is shown to who asks for them: blocked, a file that may not be read
	Tried   []Attempt     // its resolutions in the order in which they are asked
}

// Leaf is one value inside a fact, or the fact itself. A list is one leaf.
type Leaf struct {
	Name    string   // the dotted name: os.release.major
	Path    []string // its steps; one may hold dots, as the interface eth0.100 does
	Value   value.Value
	From    string        // where it was read: "/proc/meminfo", "uname(2)", "blkid (command)", "PATH (environment)"
	Note    string        // how it was decided, where reading is not all: "ID=debian is of the family Debian"
	Err     error         // why it has no value
	Elapsed time.Duration // since the leaf before it was found
}

// Missing is why the fact, or leaves of it, have no value.
func (f Fact) Missing() []*Error {
	if f.Err != nil {
		return []*Error{f.Err}
	}
	var list []*Error
	for _, leaf := range f.Leaves {
		if leaf.Err != nil {
			list = append(list, &Error{Name: leaf.Name, Err: leaf.Err})
		}
	}
	return list
}

// Error is a fact that cannot be had. It matches fs.ErrPermission when it may
// not be looked at.
type Error struct {
	Name string
	Err  error
}

// Error says which fact has no value, and why.
func (e *Error) Error() string { return e.Name + " has no value: " + e.Reason() }

// Reason is why, without the fact's name.
func (e *Error) Reason() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// readError is a file that could not be read, in the words of a person.
type readError struct {
	path string
	err  error
}

func (e *readError) Error() string {
	cause := e.err
	var path *fs.PathError
	if errors.As(cause, &path) {
		cause = path.Err
	}
	return "cannot read " + e.path + ": " + cause.Error()
}

func (e *readError) Unwrap() error { return e.err }

func (f Fact) at(rest string) value.Value {
	if rest == "" {
		return f.Value
	}
	return reach(f.Value, strings.Split(rest, "."))
}

// absent is why what a dotted name leads to is not there, nil when nothing is known
// of it.
func (f Fact) absent(name string) error {
	for _, leaf := range f.Absent {
		if leads(name, leaf.Name) {
			return &Error{Name: name, Err: leaf.Err}
		}
	}
	return nil
}

// leads reports whether one of two dotted names is the other or lies in it.
func leads(a, b string) bool {
	return strings.HasPrefix(a+".", b+".") || strings.HasPrefix(b+".", a+".")
}

// errorAt is the error of the leaf that rest leads to or into.
func (f Fact) errorAt(rest string) error {
	name := f.Name + "." + rest
	for _, leaf := range f.Leaves {
		if leaf.Err != nil && strings.HasPrefix(name+".", leaf.Name+".") {
			return &Error{Name: name, Err: leaf.Err}
		}
	}
	return &Error{Name: name, Err: errors.New(f.at(rest).Reason())}
}

// reach goes into maps by key and lists by index. A key may hold dots itself,
// as the interface eth0.100 does. Inside an unknown value all is unknown.
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

// grow makes the map whose ends are the leaves; path is their steps below
// the fact's name.
func grow(leaves []Leaf, depth int) value.Value {
	if len(leaves) > 0 && len(leaves[0].Path) == depth {
		if leaves[0].Err != nil {
			return value.Unread(leaves[0].Err.Error())
		}
		return leaves[0].Value
	}
	var pairs []value.Pair
	for len(leaves) > 0 {
		key := leaves[0].Path[depth]
		n := slices.IndexFunc(leaves, func(l Leaf) bool { return l.Path[depth] != key })
		if n < 0 {
			n = len(leaves)
		}
		pairs = append(pairs, value.Pair{Key: value.Str(key), Value: grow(leaves[:n], depth+1)})
		leaves = leaves[n:]
	}
	return value.MapOf(pairs...)
}
