package resources

import (
	"errors"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Type returns the type resources. The title of a resource is the name of a type
// in reg (semantics.md T58).
func Type(reg *ral.Registry) ral.Type {
	purge := standard.BoolParam("purge", "Whether to remove the instances that no resource declares.", "")
	purge.ValidateFn = func(h ral.Hook, v value.Value) error {
		t := reg.Type(h.Get("name").Text())
		switch {
		case t == nil || v.Text() != "true" && v.Text() != "yes":
		case !t.HasEnsure() || !slices.ContainsFunc(t.Attr("ensure").Values, func(a ral.Allowed) bool { return a.Name == "absent" }):
			return errors.New("Purging is only supported on types that accept 'ensure'")
		case t.NotListable != "":
			return fmt.Errorf("Purging resources of type %s is not supported, since they cannot be queried from the system", t.Name)
		}
		return h.Validate(v)
	}
	return ral.Type{
		Name: "resources", Summary: "Purging of unmanaged resources", NotListable: "by declaration",
		Doc: "Removes the instances of a type that no resource declares. The title is the name of the type.\n\n" +
			"Declare it in code for `ralsh apply`; the host does not contain instances of it. " +
			"If a provider of the type cannot list its instances, ralsh removes no instances." +
			"\n\n```puppet\nsshkey { 'db.example.com':\n  type => 'ssh-ed25519',\n" +
			"  key  => 'AAAAC3NzaC1lZDI1NTE5AAAAIG9sdGVzdGtleW9sdGVzdGtleW9sdGVzdGtleW9sdGVz',\n}\n" +
			"resources { 'sshkey':\n  purge => true,\n}\n```\n",
		Attributes: []*ral.Attribute{
			{
				Name: "name", Kind: ral.Param, Namevar: true, Doc: "The type.", Example: "host",
				ValidateFn: func(_ ral.Hook, v value.Value) error {
					if reg.Type(v.Text()) == nil {
						return fmt.Errorf("Could not find resource type '%s'", v.Text())
					}
					return nil
				},
			},
			purge,
			{Name: "unless_system_user", Kind: ral.Param, Values: systemUser(), Example: "999", Doc: "For `user`: the highest UID that ralsh does not remove. `true` is the limit of this host for system users, `false` is no limit."},
			{Name: "unless_uid", Kind: ral.Param, ValidateFn: validUIDs, Example: "1000", Doc: "For `user`: the UIDs that ralsh does not remove.", IsList: true},
		},
		Hooks: purger{},
	}
}

type purger struct{}

// Purge returns the type that the resource names.
func (purger) Purge(r *ral.Resource) *ral.Purge {
	if !r.True("purge") {
		return nil
	}
	p := &ral.Purge{Type: r.Name()}
	if p.Type == "user" {
		p.Exempt = exemptUsers(r)
	}
	return p
}
