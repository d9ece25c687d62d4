package model_test

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/model/draft"
	"ralsh/model/export"
	"ralsh/model/modeltest"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// Each hook of each attribute gets a resource wherever one is shown: in a list, in a
// document, in the editor and in the basket, with values that are valid, odd and wrong,
// on a resource that is there, that is not, and that was not read. A panic of a hook is
// part of no text.
func TestHooksOfEveryAttribute(t *testing.T) {
	s, _ := modeltest.Small(t)
	texts := func(a *ral.Attribute) []string {
		list := []string{"", "0", "-1", "x", "0640", "u=rw", "{sha256}ab", "a, b", "absent", "present", "true", "\xff"}
		list = append(list, a.Example)
		for _, v := range a.Values {
			list = append(list, v.Name)
		}
		return list
	}
	for _, ty := range s.Env.Registry.Types() {
		t.Run(ty.Name, func(t *testing.T) {
			sound := func(a *ral.Attribute, text string, shown ...string) {
				if all := strings.Join(shown, "\n"); strings.Contains(all, "panicked") || strings.Contains(all, "runtime error") {
					t.Errorf("%s %q: %s", a.Name, text, all)
				}
			}
			for _, p := range ty.Providers() {
				found := ral.NewInstance(ty, "x")
				found.Provider = p
				full := found.Clone()
				for _, a := range ty.Properties() {
					full.Set(a.Name, notation.Parse(a, a.Example))
				}
				for _, a := range ty.Attributes {
					for _, text := range texts(a) {
						for _, inst := range []*ral.Instance{found.Clone(), full.Clone()} {
							if a.Kind == ral.Property {
								inst.Set(a.Name, notation.Parse(a, text))
							}
							one := export.InstanceJSON(inst, true)
							code := manifest.FromInstance(inst, true)
							sound(a, text, one.LeftOut, notation.ShowFound(a, inst), fmt.Sprint(code))
						}
						for _, inst := range []*ral.Instance{nil, full, ral.AbsentInstance(ty, "x")} {
							d := draft.New(ty, "x", p, inst)
							if inst == nil {
								d.Unread = "not read"
							}
							d.Set(a.Name, text)
							check := s.Drafts.Check(t.Context(), d)
							field := func(fields []draft.Field) {
								for _, f := range fields {
									sound(f.Attr, text, f.IsText, f.Value, f.Message, f.Warning)
								}
							}
							field(check.Properties)
							field(check.Params)
							sound(a, text, append(check.General, s.Drafts.ShowTyped(t.Context(), d, a))...)
							if inst != nil && a.Kind == ral.Property && !inst.Get(a.Name).IsAbsent() {
								bare := inst.AsResource()
								sound(a, text, notation.ShowShould(bare, a, inst.Get(a.Name)), a.ChangeText(bare, value.Absent(), inst.Get(a.Name)))
							}
						}
					}
				}
			}
		})
	}
}
