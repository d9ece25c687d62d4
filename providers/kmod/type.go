package kmod

import (
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/noise"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type and its provider. It covers the defined types load, blacklist
// and option of Puppet's module kmod.
func Register(reg *ral.Registry) { reg.Add(typeDef(), files()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "kmod",
		Summary: "Kernel modules: loaded at boot, blacklisted, options",
		Doc: "A kernel module. `load` adds it to modules-load.d(5), so that it is loaded at boot, and loads it now. " +
			"`blacklist` and `options` are lines of modprobe.d(5). A listing contains the modules in these files and the loaded modules.\n\n" +
			"`load => false` does not remove a module from the running kernel. ralsh writes a new line to the file `MODULE.conf`, " +
			"and never writes the files of packages in `/usr/lib`. " +
			"The type replaces kmod::load, kmod::blacklist and kmod::option of Puppet's module puppet-kmod, " +
			"with `load` instead of `ensure`. It does not replace kmod::alias and kmod::install.\n\n" +
			"```puppet\nkmod { 'bonding':\n  load    => true,\n  options => ['mode=4', 'miimon=100'],\n}\n```\n",
		Attributes: []*ral.Attribute{
			{
				Name: "load", Kind: ral.Property, Example: "true", Values: ral.Literals("true", "false"), InSyncFn: loadInSync, Text: ral.Text{IsText: isText, ShouldText: shouldText},
				Doc: "Whether the module is loaded at boot. With `apply`, ralsh also loads it now.",
			},
			{
				Name: "blacklist", Kind: ral.Property, Example: "true", Values: ral.Literals("true", "false"),
				Doc: "Whether the aliases of devices cannot load the module.",
			},
			{
				Name: "options", Kind: ral.Property, Example: "mode=4, miimon=100", MatchAll: true, List: ral.List{AllowEmptyList: true}, IsList: true, ValidateFn: validOption,
				Doc: "All options of the module, in this order.",
			},
			{Name: "loaded", Kind: ral.Property, ReadOnly: true, Across: ral.Across{Class: noise.State}, Doc: "Whether the kernel contains the module now. It is read-only."},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "bonding", ValidateFn: validName, MungeFn: canonical,
				Doc: "The name of the module. A dash is the same as an underscore.",
			},
			standard.BoolParam("apply", "Whether `load => true` also loads the module now.", "true"),
		},
		Columns: [2]string{"load", "loaded"},
		Hooks:   hooks{},
	}
}

type hooks struct{}

// OnlyNow reports whether no file names the module.
func (hooks) OnlyNow(inst *ral.Instance) bool {
	return inst.Get("load").Text() != "true" && inst.Get("blacklist").Text() != "true" && inst.Get("options").Empty()
}

var (
	moduleName = lazyre.New(`\A[A-Za-z0-9_][A-Za-z0-9_.-]*\z`)
	option     = lazyre.New(`\A[A-Za-z0-9_.-]+(=[^\s\\]*)?\z`)
)

func validName(_ ral.Hook, v value.Value) error {
	if !moduleName.MatchString(v.Text()) {
		return fmt.Errorf("%q is not a valid name of a kernel module (allowed: letters, digits, . _ -)", v.Text())
	}
	return nil
}

func validOption(_ ral.Hook, v value.Value) error {
	if !option.MatchString(v.Text()) {
		return errors.New("an option has the form NAME or NAME=VALUE, without spaces")
	}
	return nil
}

func canonical(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(nameOf(v.Text())), nil
}

func nameOf(text string) string { return strings.ReplaceAll(text, "-", "_") }

// loadInSync compares the saved state, and the kernel's state if the module
// should be loaded now.
func loadInSync(h ral.Hook, is, should value.Value) bool {
	return is.Text() == should.Text() && !loadsNow(h.R)
}

// isText and shouldText show whether the module is loaded, if a change only loads it.
func isText(h ral.Hook, is value.Value) string {
	if onlyLoads(h.R) && is.Equal(h.R.Is("load")) {
		return is.Literal() + " (not loaded)"
	}
	return is.Literal()
}

func shouldText(h ral.Hook, should value.Value) string {
	if onlyLoads(h.R) {
		return should.Literal() + " (loaded)"
	}
	return should.Literal()
}

// onlyLoads reports whether a file already names the module, so that a change only loads
// it.
func onlyLoads(r *ral.Resource) bool { return loadsNow(r) && r.Is("load").Text() == "true" }

// loadsNow reports whether the module must be loaded into the kernel, as far as the
// kernel's state is known.
func loadsNow(r *ral.Resource) bool {
	return r.True("apply") && r.Get("load").Text() == "true" && r.Is("loaded").Text() == "false"
}
