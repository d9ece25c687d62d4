package pkg

import (
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type and its providers.
func Register(reg *ral.Registry) {
	reg.Add(typeDef(), aptProvider(), dnfProvider(), dpkgProvider(), rpmProvider(),
		apkProvider(), flatpakProvider(), gemProvider(), npmProvider(), pacmanProvider(), pipProvider(),
		snapProvider(), yumProvider(), zypperProvider())
}

func typeDef() ral.Type {
	return ral.Type{
		Name:    "package",
		Summary: "Software packages",
		Doc: "A package and the version of it that is installed. The default provider is the package manager " +
			"of the distribution; others, such as those of a programming language, are named with `provider`. " +
			"Two providers can know the same name: these are two packages." +
			"\n\n```puppet\npackage { 'nginx':\n" +
			"  ensure => installed,\n}\n```\n",
		Attributes:  append(properties(), params()...),
		Features:    features(),
		Methods:     methods(),
		Titles:      []ral.TitlePattern{{Pattern: lazyre.New(`(?s)\A(.*)\z`), Attrs: []string{"name"}}},
		PerProvider: true,
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "file", Titles: filesNeeded, Via: []string{"source", "responsefile", "adminfile"}},
		},
		Columns:  [2]string{"ensure"},
		Hooks:    hooks{},
		Validate: validate,
		Findings: findings,
	}
}

// hooks are the hooks of the type.
type hooks struct{}

// IsPresent reports whether the package is installed: purged is absent too.
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
		return []string{"removed, but its configuration files are still here: ensure => purged takes them away"}
	case status[1] != 'i' && status[1] != 'n':
		return []string{"half done (" + status + "): dpkg --configure -a goes on with it"}
	case status[0] == 'h':
		return []string{"held: upgrades pass it over"}
	}
	return nil
}

func features() []ral.Feature {
	return []ral.Feature{
		{Name: "reinstallable", Doc: "It can install a package again over itself.", Methods: []string{"reinstall"}},
		{Name: "installable", Doc: "It can install packages.", Methods: []string{"install"}},
		{Name: "uninstallable", Doc: "It can remove packages.", Methods: []string{"uninstall"}},
		{Name: "upgradeable", Doc: "It can tell the latest version and upgrade to it.", Methods: []string{"update", "latest"}},
		{Name: "purgeable", Doc: "It can remove a package with its configuration files.", Methods: []string{"purge"}},
		{Name: "versionable", Doc: "It can install a version that you name."},
		{Name: "version_ranges", Doc: "It can choose a version from a range: `>=1.2 <2`."},
		{Name: "holdable", Doc: "It can keep a package at the version it has.", Methods: []string{"hold", "unhold"}},
		{Name: "install_only", Doc: "It can install a version next to the installed one, as with kernels."},
		{Name: "install_options", Doc: "It hands options on to the tool when it installs."},
		{Name: "uninstall_options", Doc: "It hands options on to the tool when it removes."},
		{Name: "disableable", Doc: "It can disable a module of packages.", Methods: []string{"disable"}},
		{Name: "supports_flavors", Doc: "It knows flavors, variants of a package."},
		{Name: "package_settings", Doc: "It can set build options of a package."},
		{Name: "virtual_packages", Doc: "It takes a name that other packages provide."},
		{Name: "targetable", Doc: "It can use a command that you name, such as the pip of one environment."},
	}
}
