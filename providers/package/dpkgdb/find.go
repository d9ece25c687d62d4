package dpkgdb

import (
	"context"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Retrieve finds a package by name or name:architecture. Like Puppet, it calls a
// package without an entry purged.
func (d *DB) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	name := r.Name()
	db, err := d.Read(ctx, rd)
	if errors.Is(err, fs.ErrPermission) {
		inst := ral.NewInstance(r.Type, name)
		for _, attr := range []string{"ensure", "mark", "status"} {
			inst.Set(attr, value.Unread(strings.ReplaceAll(err.Error(), "\n", "; ")))
		}
		return inst, nil
	}
	if err != nil {
		return nil, err
	}
	if e := db.entryOf(r); e != nil {
		inst := e.fill(ral.NewInstance(r.Type, name))
		inst.Set("auto_installed", value.Absent())
		if e.there() {
			inst.SetFrom("auto_installed", d.Auto(ctx, rd, e), StatesFile)
		}
		return inst, nil
	}
	inst := ral.AbsentInstance(r.Type, name).Set("ensure", value.Sym("purged")).Set("mark", value.Sym("none"))
	inst.From = StatusFile
	return inst, nil
}

// Auto returns whether apt marks a package as installed automatically: true, or absent.
func (d *DB) Auto(ctx context.Context, rd host.Reader, e *Entry) value.Value {
	marked, err := d.states.Load(ctx, rd, StatesFile, parseStates)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return value.Unread(err.Error())
	case marked[e.name+":"+e.arch], e.arch == "all" && marked[e.name]:
		return value.Sym("true")
	}
	return value.Absent()
}

// parseStates reads the packages that apt installed automatically, by name and by
// name:architecture. A package of all has the native architecture.
func parseStates(data []byte) map[string]bool {
	marked := make(map[string]bool)
	var name, arch string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if v, ok := field(line, "Package"); ok {
			name, arch = v, ""
		} else if v, ok := field(line, "Architecture"); ok {
			arch = v
		} else if v, ok := field(line, "Auto-Installed"); ok && v == "1" {
			marked[name], marked[name+":"+arch] = true, true
		}
	}
	return marked
}

// NameOf returns the name of the package that a resource manages. For a virtual name,
// this is the installed package that provides it.
func (d *DB) NameOf(ctx context.Context, rd host.Reader, r *ral.Resource) (string, error) {
	db, err := d.Read(ctx, rd)
	return db.NameOf(r), err
}

// NameOf is [DB.NameOf] in this state, which may be nil.
func (db *State) NameOf(r *ral.Resource) string {
	if e := db.entryOf(r); e != nil && db.Find(r.Name()) != e {
		return e.title(db.native)
	}
	return r.Name()
}

// entryOf returns the entry of a package, or of an installed package that provides its
// name if the resource allows that, or nil. The removal of a virtual name never
// removes a package.
func (db *State) entryOf(r *ral.Resource) *Entry {
	if db == nil {
		return nil // it could not be read
	}
	if e := db.Find(r.Name()); e != nil && !e.gone() {
		return e
	}
	if r.True("allow_virtual") && !r.Removing() {
		return db.provider(r.Name())
	}
	return nil
}

// Find returns the entry of a name or name:architecture, or nil. A bare name prefers the
// native architecture, as in dpkg.
func (db *State) Find(name string) *Entry {
	bare, arch, _ := strings.Cut(name, ":")
	for _, i := range db.byName[bare] {
		e := &db.entries[i]
		if arch == "" && e.own(db.native) || arch != "" && e.arch == arch {
			return e
		}
	}
	return nil
}

// provider returns an installed package that provides a virtual name, or nil.
func (db *State) provider(name string) *Entry {
	for i := range db.entries {
		if e := &db.entries[i]; e.provides != "" && e.there() && e.offers(name) {
			return e
		}
	}
	return nil
}

func (e *Entry) own(native string) bool {
	return native == "" || e.arch == native || e.arch == "all" || e.arch == ""
}

func (e *Entry) title(native string) string {
	if e.own(native) {
		return e.name
	}
	return e.name + ":" + e.arch
}

func (e *Entry) fill(inst *ral.Instance) *ral.Instance {
	is, mark := value.Absent(), value.Sym("none")
	switch {
	case e.cut():
		is = value.Unread("its entry in " + e.file + " is truncated: it has no version")
	case e.there():
		is = value.Str(e.version)
	}
	if e.held() {
		mark = value.Sym("hold")
	}
	inst.From = e.file + ":" + strconv.Itoa(e.line)
	return inst.Set("ensure", is).Set("mark", mark).Set("status", value.Str(e.abbrev()))
}
