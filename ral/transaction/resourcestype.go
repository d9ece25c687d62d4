package transaction

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// ResourcesType is the type resources, which removes what nobody declares: its
// title is the name of a type in reg (semantics.md T58).
func ResourcesType(reg *ral.Registry) ral.Type {
	purge := ral.BoolParam("purge", "Whether instances that no resource declares are removed.", "")
	purge.ValidateFn = func(h ral.Hook, v value.Value) error {
		t := reg.Type(h.Get("name").Text())
		switch {
		case t == nil || v.Text() != "true" && v.Text() != "yes":
		case !t.HasEnsure() || !slices.ContainsFunc(t.Attr("ensure").Values, func(a ral.Allowed) bool { return a.Name == "absent" }):
			return errors.New("Purging is only supported on types that accept 'ensure'")
		case t.Listless != "":
			return fmt.Errorf("Purging resources of type %s is not supported, since they cannot be queried from the system", t.Name)
		}
		return h.Validate(v)
	}
	return ral.Type{
		Name: "resources", Summary: "Removal of what nobody declares", Listless: "they are declared",
		Doc: "Removes the instances of a type that no resource declares.",
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
			{Name: "unless_system_user", Kind: ral.Param, Doc: "Of `user`: the greatest number of a system user, who stays."},
			{Name: "unless_uid", Kind: ral.Param, Doc: "Of `user`: numbers of users who stay.", IsList: true},
		},
		Purge: func(r *ral.Resource) *ral.Purge {
			if !r.True("purge") {
				return nil
			}
			p := &ral.Purge{Type: r.Name()}
			if p.Type == "user" {
				p.Spares = sparedUsers(r)
			}
			return p
		},
	}
}

// everywhere are the users that no purge removes.
var everywhere = [...]string{"root", "nobody", "bin", "noaccess", "daemon", "sys"}

func sparedUsers(r *ral.Resource) func(context.Context, host.Look, *ral.Found) bool {
	return func(ctx context.Context, look host.Look, f *ral.Found) bool {
		uid, err := strconv.Atoi(f.Get("uid").Text())
		if err != nil || slices.Contains(everywhere[:], f.Name) {
			return true
		}
		for _, v := range r.Get("unless_uid").Elements() {
			if v.Text() == strconv.Itoa(uid) {
				return true
			}
		}
		return uid <= greatestSystemUser(ctx, look, r.Get("unless_system_user").Text())
	}
}

// greatestSystemUser is below UID_MIN of /etc/login.defs, unless a number is
// given.
func greatestSystemUser(ctx context.Context, look host.Look, given string) int {
	if n, err := strconv.Atoi(given); err == nil {
		return n
	}
	data, _ := look.ReadFile(ctx, "/etc/login.defs")
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) == 2 && words[0] == "UID_MIN" {
			if n, err := strconv.Atoi(words[1]); err == nil {
				return n - 1
			}
		}
	}
	return 499
}
