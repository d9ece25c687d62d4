package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
	"ralsh/ral/value"
)

// Inverse is the state of a resource before a run and after it.
type Inverse struct {
	Decl        ral.Decl
	Declared    []Prop // as declared
	Expected    []Prop // must be unchanged; otherwise a different process changed it
	Before      []Prop // before the run
	NotUndoable []NotUndoable
	// FilesOnly is set if the step only changed the files in Paths: restoring them
	// undoes the whole step.
	FilesOnly bool
	Paths     []string
	TreePaths []string // created and removed by its commands
	Removed   bool     // the run removed the resource
	Made      bool     // the run made the resource
	// ChangedLater is set if a later step of the run also changed the resource: undo
	// reverts the later step first.
	ChangedLater bool
	// ChangedEarlier is set if an earlier step changed the resource before its own
	// step: undo reverts it before the earlier step.
	ChangedEarlier bool

	losses  []Loss
	changed []string // properties that differ after the step
	along   bool     // created or removed together with a resource, and never read
}

// Declares reports whether the declaration has attributes.
func (inv *Inverse) Declares() bool { return len(inv.Decl.Attrs) > 0 }

// Was returns the resource as it was before the run, as far as its values are in
// the lines of the journal.
func (inv *Inverse) Was(t *ral.Type) *ral.Instance {
	inst := ral.NewInstance(t, inv.Decl.Title)
	for _, p := range inv.Before {
		none := func(string) ([]byte, error) { return nil, fs.ErrNotExist }
		if v, err := p.Value.Restore(none); err == nil && t.Attr(p.Name) != nil {
			inst.Set(p.Name, v)
		}
	}
	return inst
}

// Lost returns the losses that the plan of the run reported. partly means that the rest
// of the resource is undone.
func (inv *Inverse) Lost(partly bool) (list []NotUndoable) {
	for _, loss := range inv.losses {
		list = append(list, NotUndoable{Ref: inv.Decl.Ref(), Property: loss.Property, Reason: loss.Text, Partial: partly, Final: true, Known: true})
	}
	return list
}

// Loses reports whether the plan of the run reported a loss at a path.
func (inv *Inverse) Loses(path string) bool {
	return slices.ContainsFunc(inv.losses, func(l Loss) bool { return l.Path == path })
}

// NotUndoable is something that cannot be undone, with the reason.
type NotUndoable struct {
	Ref      string
	Property string // "" for the whole resource
	Reason   string
	Partial  bool // the resource is undone, except for what Reason says
	// Final means that a later undo cannot restore it either: the run's record, the type
	// or an option decides, and not the current state of the host.
	Final bool
	Known bool // the plan of the run reported it, or an earlier undo restored the resource
}

// Note reports whether the undo did not promise it: no undo can restore it, and it is known
// or the rest of the resource is undone.
func (n NotUndoable) Note() bool { return n.Final && (n.Known || n.Partial) }

// String returns the message: "cannot undo User[bob]: password: it is a secret".
func (n NotUndoable) String() string {
	what := n.Ref
	if n.Property != "" {
		what += ": " + n.Property
	}
	switch {
	case !n.Partial:
		return "cannot undo " + what + ": " + n.Reason
	case n.Note():
		return what + ": note: " + n.Reason
	}
	return what + ": not undone: " + n.Reason
}

// Inverses returns the steps of a run that tried a change, in reverse order: the
// declaration that undoes each, and the parts that cannot be undone. A step may have
// only one of them, or neither.
//
// With along, resources that were created together with a step are also removed.
func Inverses(state *ownfiles.State, rec *Record, along bool) []Inverse {
	var list []Inverse
	for i := range slices.Backward(rec.Steps) {
		s := &rec.Steps[i]
		if !s.attempted() {
			continue
		}
		before := *s
		before.Was = s.initialWas()
		losses := rec.Losses(s)
		if along {
			losses = slices.DeleteFunc(losses, func(l Loss) bool { return l.Kind == LossAlong })
		}
		inv := inverse(state, rec.Salt, &before, losses)
		inv.Declared = rec.given(inv.Decl)
		inv.Decl.Sensitive = secretNames(s.Was, inv.Declared, s.Now, s.AtEnd)
		inv.ChangedEarlier = len(s.Initial) > 0
		inv.FilesOnly, inv.Paths = rec.filesOf(s)
		list = append(list, inv)
		if _, whole := s.ensured(); whole && inv.Declares() {
			list = rec.withAlsoRemoved(list, rec.alsoRemovedBy(state, inv.Decl))
			rec.toAlsoMade(list, inv.Decl)
			if along {
				list = append(list, rec.alsoMadeBy(inv.Decl)...)
			}
		}
	}
	return list
}

// secretNames returns the properties with a stored fingerprint, or nil. A value before
// the run that is stored in clear is not a secret, whatever replaced it: the password
// "!" of an account without a password.
func secretNames(was []Prop, lists ...[]Prop) *[]string {
	var names []string
	for _, p := range slices.Concat(append(lists, was)...) {
		before, _ := prop(was, p.Name)
		if p.Value.Secret != "" && (before.Str == nil || before.Secret != "") {
			names = append(names, p.Name)
		}
	}
	if names == nil {
		return nil
	}
	return &names
}

// filesOf returns the paths that a step changed, and whether it changed only files. A
// step of a batch has the acts of the batch's leader.
func (rec *Record) filesOf(s *Step) (only bool, paths []string) {
	acts := s.Acts
	if leader := rec.step(s.With); s.With > 0 && leader != nil {
		acts = append(slices.Clone(acts), leader.Acts...)
	}
	only = len(acts) > 0 && len(s.Refresh) == 0
	for _, a := range acts {
		switch {
		case a.isOnFile():
			paths = append(paths, a.file())
		case a.EditsOnly:
			for _, of := range a.Tree {
				paths = append(paths, of.Path)
			}
		default:
			only = false
		}
	}
	return only, paths
}

func inverse(state *ownfiles.State, salt []byte, s *Step, losses []Loss) (inv Inverse) {
	inv = Inverse{losses: losses, Decl: ral.Decl{Type: s.Type, Title: s.Title, Provider: s.Provider}, Before: s.Was}
	inv.ChangedLater = slices.ContainsFunc(s.AtEnd, func(p Prop) bool {
		now, known := prop(s.Now, p.Name)
		return known && !now.Same(p.Value)
	})
	for _, loss := range losses {
		if loss.Kind != LossSecret && loss.Kind != LossRefused { // the values of the properties, and building the inverse, cover these
			inv.NotUndoable = append(inv.NotUndoable, NotUndoable{Ref: inv.Decl.Ref(), Property: loss.Property, Reason: loss.Text, Partial: true, Final: true, Known: true})
		}
	}
	defer func() {
		for i := range inv.NotUndoable {
			inv.NotUndoable[i].Partial = inv.NotUndoable[i].Partial && inv.Declares()
		}
	}()
	// A loss that the plan reported is not repeated in other words.
	text := func(kinds ...LossKind) bool {
		return slices.ContainsFunc(losses, func(l Loss) bool { return slices.Contains(kinds, l.Kind) })
	}
	switch {
	case len(s.Unknown()) > 0:
		inv.cannot("", "the run was interrupted in this step: result unknown")
		return inv
	case text(LossCommand):
		return inv
	case (len(s.Changes) == 0 || s.Now == nil) && s.ran() != "":
		inv.cannot("", unknownEffect(s.ran()))
		return inv
	case s.Now == nil || s.Was == nil || len(s.Changes) == 0:
		inv.cannot("", "ralsh did not read it before and after the change")
		return inv
	}
	names := s.undone()
	inv.changed = names
	if s.Status == "did_not_take" && len(names) == 0 && s.ran() != "" {
		inv.cannot("", unknownEffect(s.ran())+": it succeeded, but all readable values are unchanged")
		return inv
	}
	left, _ := prop(s.final(), "ensure")
	_, gone := s.ensured()
	gone = gone && left.Gone()
	inv.Removed = gone
	for _, name := range names {
		was, _ := prop(s.Was, name)
		v, err := was.Restore(func(sum string) ([]byte, error) { return read(state, sum) })
		if err == nil && v.Kind() == value.Symbol && strings.HasPrefix(v.Raw(), "{") {
			v, err = s.content(state, salt, v.Raw())
		}
		if err != nil && gone && !errors.Is(err, stored.ErrSecret) {
			if !text(LossFile) {
				inv.cannot("", name+": "+err.Error())
			}
			inv.Decl.Attrs = nil
			return inv
		}
		if err != nil {
			if secret := errors.Is(err, stored.ErrSecret); secret || !text(LossFile) {
				inv.NotUndoable = append(inv.NotUndoable, NotUndoable{Ref: inv.Decl.Ref(), Property: name, Reason: err.Error(), Final: true, Known: secret})
			}
			continue
		}
		inv.Decl.Attrs = append(inv.Decl.Attrs, ral.Attr{Name: name, Value: v})
	}
	for _, a := range s.Acts {
		if a.Below && !text(LossDirectory) {
			inv.cannot("", "the contents of the directory were not saved")
		}
	}
	for _, a := range s.Acts {
		for _, of := range a.Tree {
			if !a.EditsOnly {
				inv.TreePaths = append(inv.TreePaths, of.Path)
			}
		}
		for _, path := range a.Makes {
			inv.NotUndoable = append(inv.NotUndoable, NotUndoable{Ref: inv.Decl.Ref(), Reason: path + " stays: its contents after the run are unknown", Partial: true, Final: true})
		}
	}
	inv.Expected = s.final()
	first, whole := s.ensured()
	inv.Made = whole && first.Gone()
	inv.Expected = slices.DeleteFunc(slices.Clone(s.final()), func(p Prop) bool {
		was, _ := prop(s.Was, p.Name)
		return !slices.Contains(names, p.Name) && (!whole || p.Value.Same(was))
	})
	return inv
}

// ran returns the commands of a step.
func (s *Step) ran() string {
	var list []string
	for _, a := range s.Acts {
		if a.Kind == host.ActRun.String() {
			list = append(list, a.Command())
		}
	}
	return strings.Join(list, "; ")
}

// unknownEffect is why a command cannot be undone.
func unknownEffect(command string) string { return "the effect of `" + command + "` is unknown" }

func (inv *Inverse) cannot(property, reason string) {
	inv.NotUndoable = append(inv.NotUndoable, NotUndoable{Ref: inv.Decl.Ref(), Property: property, Reason: reason, Final: true})
}

// ensured returns the previous value of ensure, and whether the change created,
// removed or replaced the whole resource.
func (s *Step) ensured() (was stored.Value, whole bool) {
	was, ok := prop(s.Was, "ensure")
	now, ok2 := prop(s.final(), "ensure")
	return was, ok && ok2 && !was.Same(now)
}

// undone returns the properties to restore: all of a removed resource; ensure of a
// created resource, and properties that existed without it, like the kernel's;
// otherwise all that differ, because a change may also change other properties, like
// special the hour of a cron job.
func (s *Step) undone() []string {
	was, whole := s.ensured()
	now, _ := prop(s.final(), "ensure")
	var names []string
	for _, p := range s.Was {
		left, _ := prop(s.final(), p.Name)
		switch {
		case whole && was.Gone():
			if p.Name == "ensure" || !p.Value.IsAbsent() && p.Value.Unknown == "" && !p.Value.Same(left) {
				names = append(names, p.Name)
			}
		case whole && now.Gone():
			if !p.Value.IsAbsent() && p.Value.Unknown == "" && !p.Value.Same(left) {
				names = append(names, p.Name)
			}
		case p.Value.Same(left) || whole && p.Name != "ensure" && p.Value.IsAbsent():
		case p.Value.Unknown == "" || s.changes(p.Name):
			names = append(names, p.Name)
		}
	}
	return names
}

// attempted reports whether anything was tried, successfully or not.
func (s *Step) attempted() bool {
	return len(s.Acts) > 0 || slices.ContainsFunc(s.Changes, func(c Change) bool {
		return c.Status == "changed" || c.Status == "failed" || c.Status == "did_not_take"
	})
}

func (s *Step) changes(property string) bool {
	return slices.ContainsFunc(s.Changes, func(c Change) bool { return c.Property == property })
}

// content returns the content of a file that was shown as a checksum only.
func (s *Step) content(state *ownfiles.State, salt []byte, sum string) (value.Value, error) {
	for _, a := range s.Acts {
		if a.Path == s.Title && a.Kept != "" {
			data, err := readAs(state, a.Kept, salt)
			return value.Str(string(data)), err
		}
		if a.Path == s.Title && a.NotKept != "" {
			return value.Value{}, errors.New("the previous content was not saved: " + a.NotKept)
		}
	}
	return value.Value{}, errors.New("the previous content was not saved, only its checksum " + sum)
}

// read returns content from the store by its checksum.
func read(state *ownfiles.State, sum string) ([]byte, error) { return readAs(state, sum, nil) }

// readAs returns content from the store by its checksum, or by the sealed checksum with
// a salt.
func readAs(state *ownfiles.State, name string, salt []byte) ([]byte, error) {
	if strings.ContainsAny(name, "/.") {
		return nil, fmt.Errorf("%q is not a checksum", name)
	}
	data, _, err := state.ReadPart(keptName(name), 0, stored.Largest)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("the saved content was removed from the journal")
	}
	if err == nil && !stored.Named(name, stored.Checksum(data), salt) {
		return nil, errors.New("the saved content was modified")
	}
	return data, err
}

// ChangedBefore returns the paths that an earlier command of the run had
// changed before the step that recorded them. Only the plan knows their state
// before the run, unless it recorded the path.
func (rec *Record) ChangedBefore() (paths []string) {
	recorded := make(map[string]bool)
	for i := range rec.Steps {
		s := &rec.Steps[i]
		if len(s.Initial) > 0 {
			_, own := rec.filesOf(s)
			paths = append(paths, slices.DeleteFunc(own, func(path string) bool { return recorded[path] })...)
		}
		for _, a := range s.paths() {
			if a.touches() {
				recorded[a.file()] = true
			}
		}
	}
	return paths
}
