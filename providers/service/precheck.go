package service

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// ownUnits is the directory for the administrator's units, and for the masks of
// systemctl.
const ownUnits = "/etc/systemd/system"

// unitDirs returns the directories of unit files (systemd.unit(5)).
func unitDirs() []string {
	return []string{ownUnits, "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"}
}

// Precheck returns the errors of systemctl: starting or enabling a missing
// unit, starting a unit that stays masked or runs a missing program, and
// masking a unit with a file at the path of the mask.
func (s *systemd) Precheck(ctx context.Context, rd host.Reader, _ ral.PlannedState, r *ral.Resource, attr string, should value.Value) error {
	starts, enable := attr == "ensure" && should.IsSym("running") && !r.Has("start"), should
	if attr == "ensure" {
		enable = r.Get("enable")
	}
	if starts && rd.Root() == "/" {
		if program := missingProgram(ctx, rd, unitName(r.Name())); program != "" {
			return &noProgramError{unitName(r.Name()), program}
		}
	}
	switch {
	case starts && r.Is("enable").IsSym("mask") && !unmasks(r):
		return fmt.Errorf("cannot start %s: enable => mask prevents every start", unitName(r.Name()))
	case (starts || enable.IsSym("true")) && r.Is("enable").IsAbsent() && !hasFile(ctx, rd, unitName(r.Name())):
		return &noUnitError{unitName(r.Name())}
	case enable.IsSym("mask") && !r.Is("enable").IsSym("mask"):
		file := path.Join(ownUnits, unitName(r.Name()))
		if info, err := rd.Lstat(ctx, file); err == nil && !info.IsLink() {
			return fmt.Errorf("systemctl cannot mask %s: the file %s exists at the path of the mask", unitName(r.Name()), file)
		}
	}
	return nil
}

// hasFile reports whether an unknown unit has a file: an earlier step of the
// plan may write it.
func hasFile(ctx context.Context, rd host.Reader, unit string) bool {
	files := []string{path.Join("/etc/init.d", strings.TrimSuffix(unit, ".service"))}
	prefix, _, isInstance := strings.Cut(unit, "@")
	for _, dir := range unitDirs() {
		files = append(files, path.Join(dir, unit))
		if isInstance {
			files = append(files, path.Join(dir, prefix+"@"+path.Ext(unit)))
		}
	}
	return slices.ContainsFunc(files, func(file string) bool {
		there, err := rd.Exists(ctx, file)
		return there || err != nil
	})
}

// noProgramError reports a unit that runs a missing program.
type noProgramError struct{ unit, program string }

func (e *noProgramError) Error() string {
	return e.unit + " runs " + e.program + ", which does not exist"
}

// Unwrap returns a DependencyError, because an earlier step may create it.
func (e *noProgramError) Unwrap() error { return &ral.DependencyError{Type: "file", Name: e.program} }

// noUnitError is a missing unit, which a package may install.
type noUnitError struct{ unit string }

func (e *noUnitError) Error() string { return "the unit " + e.unit + " does not exist" }

// Unwrap returns a DependencyError, because an earlier step may create it.
func (e *noUnitError) Unwrap() error { return &ral.DependencyError{Type: "unit", Name: e.unit} }
