package sysctl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type and its provider. Attributes and their meaning are
// those of Puppet's module augeasproviders_sysctl.
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "sysctl",
		Summary: "Kernel settings, saved and live",
		Doc: "A setting of the kernel: `value` is what is saved for the next start, `live` is what the kernel has now. " +
			"Saved settings are read in the order of sysctl.d(5): the files `*.conf` of `/etc/sysctl.d`, `/run/sysctl.d`, `/usr/local/lib/sysctl.d`, " +
			"`/usr/lib/sysctl.d` and `/lib/sysctl.d` by name, then `/etc/sysctl.conf`; the last one counts. " +
			"A setting that only the kernel has is listed with `ensure => absent`. " +
			"Both are brought to the value; `persist` and `apply` say otherwise. To remove a setting is to remove its lines: the kernel keeps what it has, unless `live_value` says what it is given.\n\n" +
			"Below another root only what is saved is read and written: no kernel runs there. " +
			"Attributes are those of Puppet's module augeasproviders_sysctl, but for `val`, its other name of `value`.\n\n" +
			"```puppet\nsysctl { 'net.ipv4.ip_forward':\n  ensure  => present,\n  value   => '1',\n  comment => 'this host routes',\n  target  => '/etc/sysctl.d/60-router.conf',\n}\n```\n",
		Attributes: []*ral.Attribute{
			ensure(),
			{
				Name: "value", Kind: ral.Property, Example: "1", MungeFn: squeezed, InSyncFn: insync, Text: ral.Text{ChangeFn: change}, ValidateFn: oneLine,
				Doc: "The value. Several numbers are written with a blank between them.",
			},
			{
				Name: "comment", Kind: ral.Property, Example: "this host routes", ValidateFn: oneLine,
				Doc:      "A note, written in the line above as `# NAME: comment`. An empty one takes the note away.",
				InSyncFn: func(h ral.Hook, is, should value.Value) bool { return !h.R.True("persist") || text(is) == text(should) },
			},
			{
				Name: "live", Kind: ral.Property, ReadOnly: true, RestoredBy: "live_value", Across: ral.Across{Classes: liveClasses()},
				Doc: "What the kernel has now, from `/proc/sys`. It can only be read.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "net.ipv4.ip_forward", MungeFn: canonical, ValidateFn: validName,
				Doc: "The name of the setting, with dots or with slashes. A dot within a part of the name is written as a slash: `net.ipv4.conf.eth0/1.forwarding`.",
			},
			{
				Name: "target", Kind: ral.Param, LocatesResource: true, Example: "/etc/sysctl.d/60-router.conf", ValidateFn: validPath,
				Doc: "The file that the setting is saved in. Without it that is where it is saved now, or `" + mainFile + "`; where that is not there, `" + ownFile + "`.",
			},
			{
				Name: "live_value", Kind: ral.Param, Example: "0", MungeFn: squeezed, ValidateFn: oneLine,
				Doc: "What the kernel is given where that is not `value`, also with `ensure => absent`. An undo brings the kernel's value back with it.",
			},
			ral.BoolParam("apply", "Whether the kernel is given the value too.", "true"),
			persist(),
			ral.BoolParam("silent", "Whether a setting that the kernel does not have is saved without an error: "+
				"the module that brings it may not be loaded yet.", "false"),
		},
		Columns: [2]string{"value", "live"},
		Relations: []ral.Relation{{Kind: ral.Require, Type: "file", Via: []string{"target"}, Titles: func(r *ral.Resource) []string {
			if v := r.Get("target"); !v.IsNil() {
				return []string{v.Text()}
			}
			return nil
		}}},
		Validate: func(r *ral.Resource) error {
			if r.Removing() && !r.True("persist") {
				return errors.New("ensure => absent removes what is saved, and persist => false leaves it alone")
			}
			return nil
		},
	}
}

func ensure() *ral.Attribute {
	a := ral.Ensure("Whether the setting is saved in a file.")
	a.Hooks = unknown{}
	return a
}

// unknown has the hook of ensure.
type unknown struct{}

// Undeclarable rejects absent for a setting that the kernel does not have and that
// is not read from a file.
func (unknown) Undeclarable(inst *ral.Instance, is value.Value) (_ value.Value, why string) {
	notSaved := func(key ral.Attr) bool { return key.Name == "persist" && key.Value.Text() == "false" }
	if is.IsAbsent() && slices.ContainsFunc(inst.Keys, notSaved) {
		why = "the kernel has no such setting"
	}
	return value.Value{}, why
}

// persist decides whether the value is that of a file or the kernel's.
func persist() *ral.Attribute {
	a := ral.BoolParam("persist", "Whether the value is saved.", "true")
	a.LocatesResource = true
	return a
}

var runs = lazyre.New(`[ \t]+`)

// squeezed returns a value for comparison: with one blank between numbers.
func squeezed(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(squeeze(v.Text())), nil
}

func squeeze(text string) string { return runs.ReplaceAllString(strings.TrimSpace(text), " ") }

func text(v value.Value) string {
	if v.IsAbsent() || v.IsNil() {
		return ""
	}
	return v.Reveal().Text()
}

func canonical(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(nameOf(v.Text())), nil
}

var name = lazyre.New(`^[A-Za-z0-9_*?:+@./\[\]-]+$`)

func validName(_ ral.Hook, v value.Value) error {
	for _, part := range strings.Split(pathOf(v.Text()), "/") {
		if part == "" || part == "." || part == ".." {
			return fmt.Errorf("%q is no name of a kernel setting", v.Text())
		}
	}
	if !name.MatchString(v.Text()) {
		return fmt.Errorf("%q is no name of a kernel setting", v.Text())
	}
	return nil
}

func oneLine(_ ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), "\r\n\x00") {
		return errors.New("it must be one line")
	}
	return nil
}

func validPath(_ ral.Hook, v value.Value) error {
	if !strings.HasPrefix(v.Text(), "/") {
		return fmt.Errorf("File paths must be fully qualified, not '%s'", v.Text())
	}
	return nil
}

// swapped exchanges dots and slashes.
var swapped = strings.NewReplacer(".", "/", "/", ".")

// pathOf returns the path of a setting below /proc/sys. The first dot or slash
// of a name determines the separator; the other one is then part of the names
// (sysctl.d(5)).
func pathOf(name string) string {
	if at := strings.IndexAny(name, "./"); at >= 0 && name[at] == '.' {
		return swapped.Replace(name)
	}
	return name
}

// nameOf returns a setting's name as listed: with dots between its parts. A
// leading dash means that errors are ignored, and is not part of the name.
func nameOf(name string) string { return swapped.Replace(pathOf(strings.TrimPrefix(name, "-"))) }
