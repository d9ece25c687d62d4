package mount

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func parsed() ral.Provider {
	return ral.Provider{
		Name: "parsed",
		Doc: "Reads and writes `" + fstab + "` directly and keeps all other lines, byte for byte. It reads the mounts from " +
			"`/proc/self/mountinfo` and runs `mount` and `umount`. With `--root`, it manages only `" + fstab + "`.",
		Commands:  []ral.Command{{Binary: "mount", Optional: true}, {Binary: "umount", Optional: true}},
		Confines:  []condition.Confine{condition.CommandUnlessBelow("mount"), condition.CommandUnlessBelow("umount")},
		NeedsRoot: "only root can mount, and ralsh writes " + fstab,
		New:       func() any { return newTable() },

		Writes: ral.Writes{UserMayWriteRoot: true},
	}
}

// table is the behaviour: the file, and the mounts.
type table struct {
	file   *parsedfile.Behaviour
	mounts mounts
}

func newTable() *table {
	return &table{file: parsedfile.Provider{
		Format: indented(), Target: fstab, MissingOK: true, Name: nameOf,
		UniqueKey: place,
	}.Behaviour()}
}

func nameOf(r parsedfile.Record) string { return trimmed(r.Text("name")) }

// place returns the mount point of an entry, "" for swap, which may occur
// several times.
func place(name string, _ parsedfile.Record) string {
	if !strings.HasPrefix(name, "/") {
		return ""
	}
	return name
}

// List yields the entries of the file, then other mounts.
func (t *table) List(ctx context.Context, in *ral.Listing) error {
	all, failed := t.mounts.read(ctx, in.Reader)
	count := make(map[string]int)
	for _, m := range all {
		count[m.at]++
	}
	inFile := make(map[string]bool)
	err := t.file.List(ctx, in.To(func(inst *ral.Instance) {
		inFile[inst.Name] = true
		inst.Set("ensure", value.Sym("unmounted"))
		switch {
		case failed != nil:
			inst.Set("ensure", value.Unread(failed.Error()))
		case count[inst.Name] > 0:
			count[inst.Name]--
			inst.Set("ensure", value.Sym("mounted"))
		}
		in.Yield(inst)
	}))
	for _, m := range all {
		if count[m.at] > 0 {
			inst := ghost(in.NewInstance(m.at), m)
			inst.Shadowed = inFile[m.at]
			in.Yield(inst)
			count[m.at]--
		}
	}
	return errors.Join(err, failed)
}

// ghost returns the instance of a mount without an entry. This is a finding
// unless the mount needs no entry.
func ghost(inst *ral.Instance, m mounted) *ral.Instance {
	inst.From = mountInfo
	if !m.ordinary() {
		inst.ProviderFindings = []string{fmt.Sprintf("%s (%s) is mounted but not in %s", m.device, m.fstype, fstab)}
	}
	return inst.Set("ensure", value.Sym("ghost"))
}

// Retrieve finds the entry, and whether it is mounted.
func (t *table) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst, err := t.file.Retrieve(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	all, err := t.mounts.read(ctx, rd)
	if err != nil {
		return nil, err
	}
	inFile := inst.Present()
	if inFile {
		inst.Set("ensure", value.Sym("unmounted"))
	}
	for _, m := range all {
		switch {
		case m.at != r.Name():
		case inFile:
			inst.Set("ensure", value.Sym("mounted"))
		default:
			return ghost(ral.NewInstance(r.Type, r.Name()), m), nil
		}
	}
	return inst, nil
}

// Forget does nothing, because each read checks the files for changes.
func (t *table) Forget() {}
