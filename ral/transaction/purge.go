package transaction

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// undeclared returns removals of the instances that no resource declares
// (semantics.md T58). If one provider cannot list, nothing is removed, because
// the list is incomplete.
func (w *walk) undeclared(ctx context.Context, s *Step) []ral.Decl {
	if s.Resource.Type.Purge == nil {
		return nil
	}
	purge := s.Resource.Type.Purge(s.Resource)
	if purge == nil {
		return nil
	}
	env := w.run.Env()
	t := env.Registry.Type(purge.Type)
	if t == nil {
		text, _ := env.Registry.NoType(purge.Type)
		w.trouble(s, CannotGenerate, errors.New(text))
		return nil
	}
	found := make(map[*ral.Provider][]*ral.Instance)
	var broken error
	env.List(ctx, t, func(ev ral.ListEvent) {
		found[ev.Provider] = append(found[ev.Provider], ev.Found...)
		if ev.Err != nil && broken == nil {
			broken = ev.Err
		}
	})
	if broken != nil {
		w.trouble(s, CannotGenerate, broken)
		return nil
	}
	keys := w.catalog.keys(t)
	var list []ral.Decl
	for _, p := range env.Sources(ctx, t) {
		for _, inst := range found[p] {
			_, declared := w.catalog.find(ctx, t.Name, inst.Name)
			declared = declared || keys[inst.Identity(ctx)]
			if !declared && inst.Present() && (purge.Exempt == nil || !purge.Exempt(ctx, env.Reader(), inst)) {
				list = append(list, removal(s, p, inst))
			}
		}
	}
	return list
}

// keys returns the identities of the declared resources of a type with several
// namevars, because their titles do not identify them.
func (c *catalog) keys(t *ral.Type) map[string]bool {
	all := make(map[string]bool)
	if len(t.Namevars()) < 2 {
		return all
	}
	for i := range c.all {
		if r := c.steps[i].Resource; r.Type == t {
			all[r.Identity()] = true
		}
	}
	return all
}

// removal declares that an instance should be absent, with the metaparameters
// of the purging resource.
func removal(s *Step, p *ral.Provider, inst *ral.Instance) ral.Decl {
	d := ral.Decl{
		Type: inst.Type.Name, Title: inst.Name, Provider: p.Name, Pos: s.Decl.Pos,
		Attrs: append([]ral.Attr{{Name: "ensure", Value: value.Absent()}}, inst.Keys...),
	}
	for _, a := range s.Decl.Attrs {
		if known := s.Resource.Type.Attr(a.Name); known != nil && known.Kind == ral.Meta && a.Name != "alias" {
			d.Attrs = append(d.Attrs, a)
		}
	}
	return d
}

// neverPurged lists the users that no purge removes.
var neverPurged = [...]string{"root", "nobody", "bin", "noaccess", "daemon", "sys"}

func exemptUsers(r *ral.Resource) func(context.Context, host.Reader, *ral.Instance) bool {
	return func(ctx context.Context, rd host.Reader, inst *ral.Instance) bool {
		uid, err := strconv.Atoi(inst.Get("uid").Text())
		if err != nil || slices.Contains(neverPurged[:], inst.Name) {
			return true
		}
		for _, v := range r.Get("unless_uid").Elements() {
			if v.Text() == strconv.Itoa(uid) {
				return true
			}
		}
		greatest, err := greatestSystemUser(ctx, rd, r.Get("unless_system_user").Text())
		return err != nil || uid <= greatest
	}
}

func systemUser() []ral.Allowed {
	return append(ral.Literals("true", "false"), ral.Allowed{Pattern: lazyre.New(`\A[0-9]{1,9}\z`)})
}

func validUID(v value.Value) error {
	if _, err := strconv.Atoi(v.Text()); err != nil {
		return fmt.Errorf("Invalid value %s.", v.Inspect())
	}
	return nil
}

// greatestSystemUser returns the given number, or else UID_MIN of
// /etc/login.defs minus one. The error reports that the file could not be read.
func greatestSystemUser(ctx context.Context, rd host.Reader, given string) (int, error) {
	if given == "false" {
		return -1, nil
	}
	if n, err := strconv.Atoi(given); err == nil {
		return n, nil
	}
	data, err := rd.ReadFile(ctx, "/etc/login.defs")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if words := strings.Fields(text); len(words) == 2 && words[0] == "UID_MIN" {
			if n, err := strconv.Atoi(words[1]); err == nil {
				return n - 1, nil
			}
		}
	}
	return 499, nil
}
