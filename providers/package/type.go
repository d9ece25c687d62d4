package pkg

import (
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type and its providers.
func Register(reg *ral.Registry) {
	reg.Add(typeDef(), aptProvider(), dnfProvider(), dpkgProvider(), rpmProvider(),
		apkProvider(), flatpakProvider(), gemProvider(), npmProvider(), pacmanProvider(), pipProvider("pip"), pipProvider("pip2"), pipProvider("pip3"),
		puppetGemProvider(), snapProvider(), yumProvider(), zypperProvider())
}

func typeDef() ral.Type {
	return ral.Type{
		Name:    "package",
		Summary: "Software packages",
		Doc: "A software package and its installed version. The default provider is the package manager of the " +
			"distribution. To use a different provider, for example that of a programming language, set `provider`. " +
			"If two providers have a package of the same name, these are two packages." +
			"\n\n```puppet\npackage { 'nginx':\n" +
			"  ensure => installed,\n}\n```\n",
		Attributes:  append(properties(), params()...),
		Features:    features(),
		Methods:     methods(),
		Titles:      []ral.TitlePattern{{Pattern: lazyre.New(`(?s)\A(.*)\z`), Attrs: []string{"name"}}},
		PerProvider: true,
		Unsupported: []string{
			"aptitude", "aptrpm", "dnfmodule", "opkg", "portage", "puppetserver_gem", "tdnf", "up2date", "urpmi", "xbps",
		},
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "file", Titles: filesNeeded, Via: []string{"source", "responsefile", "adminfile"}},
		},
		Columns:  [2]string{"ensure"},
		Hooks:    hooks{},
		Validate: validate,
		Findings: findings,
	}
}

type hooks struct{}

// IsPresent reports whether the package is installed. A purged package is absent.
func (hooks) IsPresent(inst *ral.Instance) bool { return inst == nil || installed(inst.Get("ensure")) }

// filesNeeded returns the files that an installation reads (semantics.md 8, package,
// autorequires).
func filesNeeded(r *ral.Resource) []string {
	var list []string
	for _, attr := range []string{"source", "responsefile", "adminfile"} {
		if path := r.Get(attr).Text(); len(path) > 0 && path[0] == '/' {
			list = append(list, path)
		}
	}
	return list
}

func validate(r *ral.Resource) error {
	if r.Has("mark") && r.Removing() {
		return puppetText(`You cannot use "mark" property while "ensure" is one of ["absent", "purged"]`)
	}
	return nil
}

// findings reads dpkg's abbreviated status. Other providers report no status.
func findings(inst *ral.Instance) []string {
	if inst.Get("status").Kind() != value.String {
		return nil
	}
	switch status := inst.Get("status").Text(); {
	case len(status) < 2:
		return nil
	case status[1] == 'c':
		return []string{"removed, but its configuration files remain: ensure => purged removes them"}
	case status[1] != 'i' && status[1] != 'n':
		return []string{"incomplete installation (" + status + "): run dpkg --configure -a"}
	case status[0] == 'h':
		return []string{"held: excluded from upgrades"}
	}
	return nil
}

func features() []ral.Feature {
	return []ral.Feature{
		{Name: "reinstallable", Doc: "The provider can reinstall a package.", Methods: []string{"reinstall"}},
		{Name: "installable", Doc: "The provider can install packages.", Methods: []string{"install"}},
		{Name: "uninstallable", Doc: "The provider can remove packages.", Methods: []string{"uninstall"}},
		{Name: "upgradeable", Doc: "The provider can find the newest version and upgrade to it.", Methods: []string{"update", "latest"}},
		{Name: "purgeable", Doc: "The provider can remove a package with its configuration files.", Methods: []string{"purge"}},
		{Name: "versionable", Doc: "The provider can install a given version."},
		{Name: "version_ranges", Doc: "The provider can select a version from a range: `>=1.2 <2`."},
		{Name: "holdable", Doc: "The provider can exclude a package from upgrades.", Methods: []string{"hold", "unhold"}},
		{Name: "install_only", Doc: "The provider can install several versions of a package, as with kernels."},
		{Name: "install_options", Doc: "The provider accepts options for the installation command."},
		{Name: "uninstall_options", Doc: "The provider accepts options for the removal command."},
		{Name: "disableable", Doc: "The provider can disable a module of packages.", Methods: []string{"disable"}},
		{Name: "supports_flavors", Doc: "The provider supports flavors, which are variants of a package."},
		{Name: "package_settings", Doc: "The provider can set build options of a package."},
		{Name: "virtual_packages", Doc: "The provider accepts a name that other packages provide."},
		{Name: "targetable", Doc: "The provider can run a given command, such as the pip of a virtual environment."},
	}
}

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
