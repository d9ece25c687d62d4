package pkg

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/noise"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func properties() []*ral.Attribute {
	ensure := standard.EnsureOf("The desired state of the package: installed in any version (`present`), in the newest version of the "+
		"repositories (`latest`) or in the version that you name, or not installed (`absent`). `purged` also removes "+
		"its configuration files. `held` means `present` with `mark => hold`.",
		ral.Allowed{Name: "present", Aliases: []string{"installed"}, Event: "package_installed", Call: "install"},
		ral.Allowed{Name: "absent", Event: "package_removed", Call: "uninstall"},
		ral.Allowed{Name: "purged", Event: "package_purged", Features: []string{"purgeable"}, Call: "purge"},
		ral.Allowed{Name: "disabled", Features: []string{"disableable"}, Call: "disable"},
		ral.Allowed{Name: "held", Event: "package_held", Features: []string{"holdable"}, Call: "hold"},
		ral.Allowed{Name: "latest", Features: []string{"upgradeable"}, Call: "update", Means: "latest"},
		ral.Allowed{Pattern: lazyre.New(`.`), Features: []string{"versionable"}, Call: "install"},
	)
	ensure.Example = "latest"
	ensure.Default = value.Present()
	ensure.InSyncFn = ensureInSync
	ensure.ChangeFn = ensureText
	return []*ral.Attribute{
		ensure,
		{
			Name: "package_settings", Kind: ral.Property, List: ral.List{IsMap: true}, Features: []string{"package_settings"},
			Doc:     "Build options of the package, for providers that compile it.",
			Example: "{'WITH_SSL' => true}",
		},
		{
			Name: "flavor", Kind: ral.Property, Features: []string{"supports_flavors"},
			Doc: "The variant of the package, for providers with several variants.", Example: "no_x11",
		},
		{
			Name: "mark", Kind: ral.Property, Features: []string{"holdable"}, Example: "hold",
			Doc:    "`hold` excludes the package from upgrades, `none` includes it.",
			Values: []ral.Allowed{{Name: "hold", Call: "hold"}, {Name: "none", Call: "unhold"}},
			Hooks:  marked{},
		},
		{
			Name: "status", Kind: ral.Property, ReadOnly: true, Across: ral.Across{Class: noise.State}, Example: "ii",
			Doc: "The status in the package database. For dpkg, a letter for the desired and a letter for the current state: " +
				"`ii` is installed, `hi` held, `rc` removed except for its configuration files.",
		},
		{
			Name: "auto_installed", Kind: ral.Property, ReadOnly: true, RestoredBy: "mark_auto", Across: ral.Across{Class: noise.State}, Example: "true",
			Doc: "`true` if apt installed the package as a dependency (`apt-mark showauto`). `apt autoremove` removes it " +
				"when no package depends on it. It can only be read.",
		},
	}
}

// installed reports whether a value of ensure means that the package is installed.
func installed(is value.Value) bool {
	return !is.IsAbsent() && !is.IsSym("purged") && !is.IsSym("disabled") && !is.IsNil()
}

// ensureInSync compares without access to the host (semantics.md 8, package, notes).
// For latest, a provider that knows versions decides first.
func ensureInSync(h ral.Hook, is, should value.Value) bool {
	switch should.Text() {
	case "present":
		return installed(is)
	case "absent":
		return is.IsAbsent() || is.IsSym("purged")
	case "held":
		return installed(is) && h.R.Is("mark").IsSym("hold")
	case "latest":
		return is.IsSym("present")
	}
	return slices.ContainsFunc(is.Elements(), func(v value.Value) bool { return v.Text() == should.Text() })
}

// ensureText is Puppet's message, except for the removal of a purged package, which
// Puppet also calls "created".
func ensureText(_ ral.Hook, is, should value.Value) string {
	switch {
	case should.IsAbsent():
		return "removed"
	case should.IsSym("purged"):
		return "purged"
	case !installed(is):
		return "created"
	}
	return "ensure changed " + is.Literal() + " to " + should.Literal()
}

type marked struct{}

// Undeclarable rejects the mark of a package that is not installed.
func (marked) Undeclarable(inst *ral.Instance, _ value.Value) (_ value.Value, why string) {
	if !installed(inst.Get("ensure")) {
		why = "the package is not installed"
	}
	return value.Value{}, why
}
