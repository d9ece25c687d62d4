package snapshot

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ralsh/facts"
	"ralsh/model"
	"ralsh/model/export"
	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// Options select the content of a snapshot.
type Options struct {
	Types []string // nil for all types that can be listed, and the facts
	Files []string // absolute paths of files; contents become checksums
}

const filesType = "file"

// Take reads the host, types and facts concurrently. The error names an unknown type, or a
// type that cannot be listed, or is that of ctx. The snapshot records everything that could
// not be read.
func Take(ctx context.Context, s *model.Session, opt Options) (*Snapshot, error) {
	types, err := chosen(s, opt.Types)
	if err != nil {
		return nil, err
	}
	snap := &Snapshot{Head: Head{
		Schema: schema, Kind: headLine, Host: s.HostName(), Root: s.Root(), Taken: s.Env.Reader().Now().UTC(),
		Version: s.Version, User: s.User.Name, Privileged: s.User.IsRoot(),
	}, Facts: Listing{Complete: true}}
	var taken, owners []*taking
	var wg sync.WaitGroup
	list := func(t *ral.Type) *taking {
		k := &taking{session: s, of: t}
		wg.Go(func() { k.list(ctx) })
		return k
	}
	for _, t := range types {
		taken = append(taken, list(t))
	}
	for _, t := range numberOwners(s, types) {
		owners = append(owners, list(t))
	}
	if len(opt.Files) > 0 {
		files := &taking{session: s, of: s.Env.Registry.Type(filesType), chosen: true}
		taken = append(taken, files)
		wg.Go(func() { files.find(ctx, opt.Files) })
	}
	var found []facts.Fact
	if opt.Types == nil {
		wg.Go(func() { found = s.Facts.All(ctx) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(taken, func(a, b *taking) int { return strings.Compare(a.of.Name, b.of.Name) })
	names := numbers(slices.Concat(taken, owners))
	for _, k := range taken {
		list, err := k.listing(names)
		if err != nil {
			return nil, err
		}
		snap.Types = append(snap.Types, list)
	}
	return snap, snap.addFacts(found)
}

// Listable reports whether the instances of a type can be listed.
func Listable(t *ral.Type) bool { return t.NotListable == "" && !t.OnlyDeclared() }

// chosen returns the types of these names, or all that can be listed.
func chosen(s *model.Session, names []string) (list []*ral.Type, err error) {
	if names == nil {
		return slices.DeleteFunc(slices.Clone(s.Types()), func(t *ral.Type) bool { return !Listable(t) }), nil
	}
	for _, name := range names {
		t, err := s.Type(name)
		if err != nil {
			return nil, err
		}
		if !Listable(t) {
			return nil, fmt.Errorf("%s cannot be listed", name)
		}
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list, nil
}

// taking is the state of reading a type.
type taking struct {
	session *model.Session
	of      *ral.Type
	found   []*ral.Instance
	ends    map[string]Provider // of the listed providers
	chosen  bool                // the instances were named
}

func (k *taking) list(ctx context.Context) {
	k.ends = make(map[string]Provider)
	k.session.Env.List(ctx, k.of, func(ev onhost.ListEvent) {
		k.found = append(k.found, ev.Found...)
		if ev.Done {
			k.end(ev.Provider, ev.Count, ev.Err)
		}
	})
	k.unsuitable(ctx)
}

// find reads the named resources. A missing resource becomes an absent instance, because the
// other resources are unknown.
func (k *taking) find(ctx context.Context, names []string) {
	k.ends = make(map[string]Provider)
	for _, name := range names {
		for _, seen := range k.session.Env.Find(ctx, k.of, name) {
			if seen.Err == nil {
				seen.Found.Provider = seen.Provider
				k.found = append(k.found, seen.Found)
			}
			k.end(seen.Provider, 1, seen.Err)
		}
	}
	k.unsuitable(ctx)
}

// end records the result of a provider, with the first error.
func (k *taking) end(p *ral.Provider, count int, err error) {
	end := k.ends[p.Name]
	end.Name, end.Suitable, end.Count = p.Name, true, end.Count+count
	if err != nil && end.Error == "" {
		end.Error = err.Error()
	}
	k.ends[p.Name] = end
}

// unsuitable records the unsuitable providers.
func (k *taking) unsuitable(ctx context.Context) {
	for _, sv := range k.session.Choose(ctx, k.of).All {
		if _, asked := k.ends[sv.Provider.Name]; asked {
			continue
		}
		end := Provider{Name: sv.Provider.Name, Suitable: sv.Suitable()}
		end.Why = sv.Reason()
		k.ends[sv.Provider.Name] = end
	}
}

// numberOwners returns the types whose numbers the given types contain, without the given
// types.
func numberOwners(s *model.Session, types []*ral.Type) (list []*ral.Type) {
	for _, t := range types {
		for _, a := range t.Properties() {
			owner := s.Env.Registry.Type(a.NumberOf)
			if owner != nil && !slices.Contains(types, owner) && !slices.Contains(list, owner) {
				list = append(list, owner)
			}
		}
	}
	return list
}

// number is a number of an instance of a type, for example the gid of a group.
type number struct{ typ, attr, text string }

// numbers returns the names of the instances by the numbers that other types contain.
func numbers(taken []*taking) map[number]string {
	names := make(map[number]string)
	for _, k := range taken {
		for _, a := range k.of.Properties() {
			i := slices.IndexFunc(taken, func(other *taking) bool { return other.of.Name == a.NumberOf })
			if a.NumberOf == "" || i < 0 {
				continue
			}
			for _, inst := range slices.Backward(taken[i].found) { // the first instance wins
				names[number{a.NumberOf, a.Name, inst.Get(a.Name).Text()}] = inst.Name
			}
		}
	}
	return names
}

// listing returns the lines of a type.
func (k *taking) listing(names map[number]string) (Listing, error) {
	list := Listing{Kind: typeLine, Type: k.of.Name, Complete: true, PerProvider: k.of.PerProvider, Chosen: k.chosen, Providers: []Provider{}}
	for _, a := range k.of.Properties() {
		if !a.Namevar && k.of.Locates(a) {
			list.Places = append(list.Places, a.Name)
		}
	}
	for _, p := range k.of.Providers() {
		end := k.ends[p.Name]
		list.Complete = list.Complete && end.Error == ""
		list.Providers = append(list.Providers, end)
	}
	list.Items = make([]Item, len(k.found))
	for i, inst := range k.found {
		r := recordOf(inst, names)
		line, err := json.Marshal(r)
		if err != nil {
			return list, fmt.Errorf("%s: %w", k.of.Ref(inst.Name), err)
		}
		list.Items[i] = Item{r.Title, r.Provider, line}
	}
	list.sort()
	return list, nil
}

// recordOf returns the line of an instance.
func recordOf(inst *ral.Instance, names map[number]string) record {
	of := inst.Type
	doc := export.InstanceJSON(inst, false)
	r := record{
		Kind: instanceLine, Type: doc.Type, Title: strings.ToValidUTF8(doc.Title, "\uFFFD"), Provider: doc.Provider, Class: of.ClassOf(inst),
		Properties: doc.Properties, Unknown: doc.Unknown, Redacted: doc.Redacted, ReadOnly: doc.ReadOnly, LeftOut: doc.LeftOut,
	}
	for name, is := range r.Properties {
		a := of.Attr(name)
		differs := a.ClassFor(inst.Name)
		if text, isText := is.(string); isText && a.Multiline {
			r.Properties[name] = checksum(text)
		}
		if a.NumberOf != "" {
			if owner, known := names[number{a.NumberOf, name, inst.Get(name).Text()}]; known {
				r.Properties[name] = owner
			} else {
				differs = noise.Identity
			}
		}
		if differs != noise.Chosen {
			if r.Classes == nil {
				r.Classes = make(map[string]noise.Class)
			}
			r.Classes[name] = differs
		}
	}
	return r
}

// checksum returns the replacement for a text of several lines, which may contain secrets.
func checksum(text string) string {
	if strings.HasPrefix(text, "{sha256}") {
		return text // a provider has done it
	}
	return fmt.Sprintf("{sha256}%x", sha256.Sum256([]byte(text)))
}

// addFacts adds the leaves of facts, and the facts without a value with their reasons.
func (s *Snapshot) addFacts(found []facts.Fact) error {
	for _, fact := range found {
		for _, leaf := range fact.Leaves {
			why := ""
			if leaf.Err != nil {
				why = leaf.Err.Error()
			}
			if err := s.addFact(leaf.Name, leaf.Value, why); err != nil {
				return err
			}
		}
		if fact.Err != nil && len(fact.Leaves) == 0 {
			if err := s.addFact(fact.Name, value.Value{}, fact.Err.Reason()); err != nil {
				return err
			}
		}
	}
	s.Facts.sort()
	return nil
}

// factValue is the property of the line of a fact.
const factValue = "value"

func (s *Snapshot) addFact(name string, is value.Value, why string) error {
	r := record{Kind: factLine, Title: strings.ToValidUTF8(name, "\uFFFD"), Class: facts.ClassOf(name), Properties: map[string]any{factValue: is.Plain()}}
	if why != "" {
		r.Unknown = map[string]string{factValue: why}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.Facts.Items = append(s.Facts.Items, Item{Title: r.Title, line: line})
	return nil
}

// sort sorts the lines, so that two snapshots of the same state are equal.
func (l *Listing) sort() { slices.SortFunc(l.Items, inOrder) }

func inOrder(a, b Item) int {
	return cmp.Or(strings.Compare(a.Title, b.Title), strings.Compare(a.Provider, b.Provider), bytes.Compare(a.line, b.line))
}
