package sysctl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type and its provider. Attributes and their meaning are the same as
// in Puppet's module augeasproviders_sysctl.
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "sysctl",
		Summary: "Kernel settings, saved and live",
		Doc: "A kernel setting: `value` is saved for the next boot, `live` is the current value in the kernel. " +
			"ralsh reads saved settings in the order of sysctl.d(5): the files `*.conf` of `/etc/sysctl.d`, `/run/sysctl.d`, `/usr/local/lib/sysctl.d`, " +
			"`/usr/lib/sysctl.d` and `/lib/sysctl.d` by name, then `/etc/sysctl.conf`. The last line of a setting takes effect. " +
			"A listing shows a setting that no file contains with `ensure => absent`. " +
			"A change sets the saved and the live value, unless `persist` or `apply` is false. " +
			"`ensure => absent` removes the lines of the setting. The kernel then keeps its value, unless `live_value` is set.\n\n" +
			"Below a different root directory, ralsh reads and writes only files, because no kernel runs there. " +
			"The attributes are the same as in Puppet's module augeasproviders_sysctl, without `val`, its alias of `value`.\n\n" +
			"```puppet\nsysctl { 'net.ipv4.ip_forward':\n  ensure  => present,\n  value   => '1',\n  comment => 'this host routes',\n  target  => '/etc/sysctl.d/60-router.conf',\n}\n```\n",
		Attributes: []*ral.Attribute{
			ensure(),
			{
				Name: "value", Kind: ral.Property, Example: "1", MungeFn: squeezed, InSyncFn: insync, Text: ral.Text{IsText: isText, ShouldText: shouldText, ChangeFn: change}, ValidateFn: oneLine,
				Doc: "The value. Separate several numbers by spaces.",
			},
			{
				Name: "comment", Kind: ral.Property, Example: "this host routes", ValidateFn: oneLine,
				Doc:      "A comment, written in the line above as `# NAME: comment`. An empty text removes the comment.",
				InSyncFn: func(h ral.Hook, is, should value.Value) bool { return !h.R.True("persist") || text(is) == text(should) },
			},
			{
				Name: "live", Kind: ral.Property, ReadOnly: true, RestoredBy: "live_value", Across: ral.Across{Classes: liveClasses()},
				Doc: "The current value in the kernel, from `/proc/sys`. It is read-only.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "net.ipv4.ip_forward", MungeFn: canonical, ValidateFn: validName,
				Doc: "The name of the setting, with dots or with slashes. Write a dot within a part of the name as a slash: `net.ipv4.conf.eth0/1.forwarding`.",
			},
			{
				Name: "target", Kind: ral.Param, LocatesResource: true, Example: "/etc/sysctl.d/60-router.conf", ValidateFn: validPath,
				Doc: "The file that contains the setting. Default: the file that contains it now, otherwise `" + mainFile + "`, or `" + ownFile + "` if `" + mainFile + "` does not exist.",
			},
			{
				Name: "live_value", Kind: ral.Param, Example: "0", MungeFn: squeezed, ValidateFn: oneLine,
				Doc: "The value to set in the kernel if it differs from `value`, also with `ensure => absent`. An undo restores the kernel's value with it.",
			},
			standard.BoolParam("apply", "Whether to set the value in the kernel.", "true"),
			persist(),
			standard.BoolParam("silent", "Whether to save a setting that the kernel does not support, without an error. "+
				"The kernel module with the setting may not be loaded yet.", "false"),
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
				return errors.New("ensure => absent and persist => false cannot be combined")
			}
			return nil
		},
	}
}

func ensure() *ral.Attribute {
	a := standard.Ensure("Whether a file contains the setting.")
	a.Hooks = unknown{}
	return a
}

type unknown struct{}

// Undeclarable rejects absent for a setting that the kernel does not support and that no
// file contains.
func (unknown) Undeclarable(inst *ral.Instance, is value.Value) (_ value.Value, why string) {
	notSaved := func(key ral.Attr) bool { return key.Name == "persist" && key.Value.Text() == "false" }
	if is.IsAbsent() && slices.ContainsFunc(inst.Keys, notSaved) {
		why = "the kernel does not support this setting"
	}
	return value.Value{}, why
}

// persist determines whether the value is from a file or from the kernel.
func persist() *ral.Attribute {
	a := standard.BoolParam("persist", "Whether to save the value in a file.", "true")
	a.LocatesResource = true
	return a
}

var runs = lazyre.New(`[ \t]+`)

// squeezed returns a value for comparison, with a single space between numbers.
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
			return fmt.Errorf("%q is not a valid name of a kernel setting (example: net.ipv4.ip_forward)", v.Text())
		}
	}
	if !name.MatchString(v.Text()) {
		return fmt.Errorf("%q is not a valid name of a kernel setting (example: net.ipv4.ip_forward)", v.Text())
	}
	return nil
}

func oneLine(_ ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), "\r\n\x00") {
		return errors.New("the value must be a single line")
	}
	return nil
}

func validPath(_ ral.Hook, v value.Value) error {
	if !strings.HasPrefix(v.Text(), "/") {
		return fmt.Errorf("File paths must be fully qualified, not '%s'", v.Text())
	}
	return nil
}

var swapped = strings.NewReplacer(".", "/", "/", ".")

// pathOf returns the path of a setting below /proc/sys. The first dot or slash of a name
// is the separator; the other character is then part of the names (sysctl.d(5)).
func pathOf(name string) string {
	if at := strings.IndexAny(name, "./"); at >= 0 && name[at] == '.' {
		return swapped.Replace(name)
	}
	return name
}

// nameOf returns the listed name of a setting, with dots between its parts. A leading
// dash (ignore errors) is not part of the name.
func nameOf(name string) string { return swapped.Replace(pathOf(strings.TrimPrefix(name, "-"))) }
