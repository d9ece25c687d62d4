package sysctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"ralsh/providers/internal/fileindex"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func parsed() ral.Provider {
	return ral.Provider{
		Name: "parsed",
		Doc: "Reads and writes the files without a tool. It inserts a new line below a comment that contains the setting, and keeps every other byte. " +
			"It reads the kernel's values from `/proc/sys`, and sets them with `sysctl -w`.",
		NeedsRoot: "ralsh writes " + mainFile + " and sysctl /proc/sys",
		Commands:  []ral.Command{{Binary: "sysctl", Optional: true}},
		Writes: ral.Writes{
			UserMayWriteRoot: true,
			Reach: func(*ral.Resource, host.Act) ral.Reach {
				return ral.Reach{Types: []string{"sysctl"}, Paths: []string{"/proc/sys"}}
			},
		},
		New: func() any { return newParser() },
	}
}

// parser reads and writes the files of settings.
type parser struct {
	ral.Collect
	fileindex.Index[saved]
}

// List yields each saved setting once, then the settings that only the kernel has.
func (p *parser) List(ctx context.Context, in *ral.Listing) error {
	all, err := p.All(ctx, in.Reader)
	byName := make(map[string][]saved)
	for _, s := range all {
		byName[s.name] = append(byName[s.name], s)
	}
	for _, s := range all {
		if lines := byName[s.name]; lines[len(lines)-1] == s {
			in.Yield(fill(in.NewInstance(s.name), lines, live(ctx, in.Reader, s.name)))
		}
	}
	err = errors.Join(err, p.notSettings(ctx, in.Reader))
	if in.Reader.Root() != "/" {
		return err
	}
	walked := eachLive(ctx, in.Reader, kernel, func(name string, is value.Value) {
		if byName[name] == nil {
			in.Yield(unsaved(in.NewInstance(name), is))
		}
	})
	if errors.Is(walked, fs.ErrNotExist) {
		walked = nil
	}
	return errors.Join(err, walked)
}

// fill sets the properties from the last line. Other lines with a different value are
// findings.
func fill(inst *ral.Instance, lines []saved, is value.Value) *ral.Instance {
	s := lines[len(lines)-1]
	for _, other := range lines[:len(lines)-1] {
		if other.value != s.value {
			inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("%s sets %s, but %s is read later and takes effect", other.place(), other.value, s.place()))
		}
	}
	if is.Kind() == value.String && is.Text() != s.value {
		inst.ProviderFindings = append(inst.ProviderFindings, fmt.Sprintf("the saved value is %s, the value in the kernel is %s", s.value, is.Text()))
	}
	inst.From = s.place()
	switch {
	case is.IsAbsent():
		inst.Keys = []ral.Attr{{Name: "silent", Value: value.Sym("true")}} // without it the declaration fails
	case is.Kind() == value.String && is.Text() != s.value:
		inst.Keys = []ral.Attr{{Name: "live_value", Value: is}} // without it the declaration sets the saved value in the kernel
	}
	inst.Set("ensure", value.Present()).Set("value", value.Str(s.value)).SetFrom("live", is, liveFile(s.name)).Set("comment", value.Absent())
	if s.comment != "" {
		inst.Set("comment", value.Str(s.comment))
	}
	return inst
}

// unsaved sets the properties of a setting that only the kernel has.
func unsaved(inst *ral.Instance, is value.Value) *ral.Instance {
	inst.From = kernel
	return inst.Set("ensure", value.Absent()).Set("value", value.Absent()).Set("comment", value.Absent()).SetFrom("live", is, liveFile(inst.Name))
}

// Retrieve reads a setting, only in target if it is declared. Without a saved value, the
// value is the kernel's.
func (p *parser) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst, is := ral.NewInstance(r.Type, r.Name()), live(ctx, rd, r.Name())
	if !r.True("persist") {
		unsaved(inst, is)
		if !is.IsAbsent() {
			inst.Set("ensure", value.Present()).Set("value", is)
		}
		return inst, nil
	}
	lines, err := p.of(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return unsaved(inst, is), nil
	}
	return fill(inst, lines, is), nil
}
