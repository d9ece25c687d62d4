package pkg

import "ralsh/ral"

// methods are those of Puppet's providers, which a provider of a module may have under
// the same names (semantics.md 8, package, features).
func methods() []ral.Method {
	return []ral.Method{
		{Name: "install", Doc: "Installs the package, in the version of `self.res.ensure` if that is one."},
		{Name: "uninstall", Doc: "Removes the package."},
		{Name: "update", Doc: "Installs the package or upgrades it to the newest version."},
		{Name: "latest", Doc: "Looks up the newest version. `ensure=latest` is in sync if it is the installed one.", Returns: "the version, a text"},
		{Name: "purge", Doc: "Removes the package with its configuration files."},
		{Name: "hold", Doc: "Keeps the package at its version."},
		{Name: "unhold", Doc: "Lets the package be upgraded again."},
		{Name: "disable", Doc: "Disables a module of packages."},
		{
			Name: "reinstall", Doc: "Installs the package again over itself, on a refresh with `reinstall_on_refresh`.",
			Refreshes: func(r *ral.Resource) bool { return r.True("reinstall_on_refresh") && !r.Removing() },
		},
		{Name: "query", Instead: "retrieve"},
		{Name: "properties", Instead: "retrieve"},
	}
}
