package pkg

import "ralsh/ral"

// methods are the methods of Puppet's providers. A provider of a module may define
// them under the same names (semantics.md 8, package, features).
func methods() []ral.Method {
	return []ral.Method{
		{Name: "install", Doc: "Installs the package. If `self.res.ensure` is a version, it installs that version."},
		{Name: "uninstall", Doc: "Removes the package."},
		{Name: "update", Doc: "Installs the package or upgrades it to the newest version."},
		{Name: "latest", Doc: "Returns the newest available version. `ensure=latest` is in sync if that version is installed.", Returns: "the version, as a string"},
		{Name: "purge", Doc: "Removes the package with its configuration files."},
		{Name: "hold", Doc: "Excludes the package from upgrades."},
		{Name: "unhold", Doc: "Includes the package in upgrades again."},
		{Name: "disable", Doc: "Disables a module of packages."},
		{
			Name: "reinstall", Doc: "Reinstalls the package, on a refresh with `reinstall_on_refresh`.",
			Refreshes: func(r *ral.Resource) bool { return r.True("reinstall_on_refresh") && !r.Removing() },
		},
		{Name: "query", Instead: "retrieve"},
		{Name: "properties", Instead: "retrieve"},
	}
}
