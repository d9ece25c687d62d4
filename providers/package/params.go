package pkg

import (
	"errors"
	"strings"
	"unicode"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func params() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "nginx", ValidateFn: packageName,
			Doc: "The name of the package for the package manager.",
		},
		{
			Name: "command", Kind: ral.Param, Namevar: true, Features: []string{"targetable"},
			Default: value.Str("default"), Example: "/opt/venv/bin/pip",
			Doc: "The program to use if there can be several: the `pip` of a virtual environment. " +
				"It is part of the identity of the package.",
		},
		text("source", "/srv/nginx.deb", "The package file on this host, for providers without a repository. "+
			"`dpkg` and `rpm` need it to install."),
		reported("instance"),
		text("adminfile", "/var/adm/admin", "A file with the answers of an installation on Solaris."),
		text("responsefile", "/srv/nginx.preseed", "A file with answers to the questions of the package. `apt` reads it "+
			"with debconf-set-selections before it installs."),
		configfiles(),
		reported("category"), reported("platform"), reported("root"), reported("vendor"), reported("description"),
		flag("allowcdrom", "Whether apt may prompt for a CD-ROM.", "", "true", "false"),
		flag("enable_only", "Whether to enable only the module, without its packages.", ""),
		flag("install_only", "Install the package next to the existing version and keep both, as with kernels.", "install_only"),
		{
			Name: "environment", Kind: ral.Param, Example: "ACCEPT_EULA=Y", IsList: true, ValidateFn: setting,
			Doc: "Environment variables of the commands that change the package, as `NAME=value` or a list.",
		},
		options("install_options", "--no-install-recommends", "Options for the installation command; each option is an element of the list."),
		options("uninstall_options", "--auto-remove", "Options for the removal command; each option is an element of the list."),
		allowVirtual(),
		reinstall(),
		markAuto(),
	}
}

var settings = lazyre.New(`\A\w+=[^\x00]*\z`)

func setting(_ ral.Hook, v value.Value) error {
	for _, el := range v.Elements() {
		if !settings.MatchString(el.Text()) {
			return puppetText("Invalid environment setting '" + el.Text() + "'")
		}
	}
	return nil
}

// packageName rejects names that a tool could read as an option, and names that no
// package can have.
func packageName(_ ral.Hook, v value.Value) error {
	name := v.Text()
	switch {
	case v.Kind() != value.String && v.Kind() != value.Symbol:
		return puppetText("Package names must be strings")
	case name == "":
		return errors.New("a package name must not be empty")
	case strings.HasPrefix(name, "-"):
		return errors.New("a package name must not begin with a dash")
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
		return errors.New("a package name cannot contain spaces or control characters")
	}
	return nil
}

// puppetText is an error with Puppet's text, which begins with a capital.
type puppetText string

func (t puppetText) Error() string { return string(t) }

func text(name, example, doc string) *ral.Attribute {
	return &ral.Attribute{Name: name, Kind: ral.Param, Example: example, Doc: doc}
}

func reported(name string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Param,
		Doc:      "Information that some package managers report.",
		NoEffect: func(*ral.Resource) string { return "ralsh only reports it; a declared value has no effect." },
	}
}

func flag(name, doc, feature string, values ...string) *ral.Attribute {
	a := standard.BoolParam(name, doc, "")
	if feature != "" {
		a.Features = []string{feature}
	}
	if len(values) > 0 {
		a.Values = ral.Literals(values...)
	}
	return a
}

func configfiles() *ral.Attribute {
	return &ral.Attribute{
		Name: "configfiles", Kind: ral.Param, Example: "replace", Default: value.Sym("keep"),
		Doc:    "If the package has a new version of an edited configuration file: `keep` the edited file or `replace` it.",
		Values: ral.Literals("keep", "replace"),
	}
}

func allowVirtual() *ral.Attribute {
	a := flag("allow_virtual", "Whether the name may be a virtual name that packages provide, for example `mail-transport-agent`.", "virtual_packages")
	a.Default = value.Sym("true")
	return a
}

func reinstall() *ral.Attribute {
	return &ral.Attribute{
		Name: "reinstall_on_refresh", Kind: ral.Param, Example: "true", Default: value.Sym("false"),
		Doc:    "Whether to reinstall the package on a refresh. The provider must be reinstallable.",
		Values: ral.Literals("true", "false"),
		NoEffect: func(r *ral.Resource) string {
			if r.Provider != nil && !r.Provider.HasFeature("reinstallable") {
				return "Provider " + r.Provider.Name + " does not support reinstalling packages."
			}
			return ""
		},
	}
}

// markAuto returns the parameter that restores auto_installed. It does not exist in
// Puppet.
func markAuto() *ral.Attribute {
	a := flag("mark_auto", "Whether apt marks the package as automatically installed (`apt-mark auto`). An undo restores the mark with it.", "")
	a.NoEffect = func(r *ral.Resource) string {
		if r.Provider != nil && r.Provider.Name != "apt" {
			return "Provider " + r.Provider.Name + " does not support this mark."
		}
		return ""
	}
	return a
}

// options returns a parameter for a list of arguments. An entry of a hash becomes
// key=value (semantics.md A34, without its quotes: no shell reads them here).
func options(name, example, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Param, Features: []string{name}, IsList: true, List: ral.List{IsMap: true}, Example: example, Doc: doc,
		ValidateFn: func(_ ral.Hook, v value.Value) error {
			_, err := optionList(v)
			return err
		},
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			list, err := optionList(v)
			return value.Strs(list...), err
		},
	}
}

func optionList(v value.Value) ([]string, error) {
	var list []string
	for _, el := range v.Reveal().Elements() {
		switch el.Kind() {
		case value.String, value.Symbol:
			list = append(list, el.Text())
		case value.Map:
			for _, pair := range el.Pairs() {
				list = append(list, pair.Key.Text()+"="+pair.Value.Text())
			}
		default:
			return nil, puppetText("Expected either a string or hash of options")
		}
	}
	return list, nil
}

// optionsOf returns the options of a resource for the tool.
func optionsOf(r *ral.Resource, attr string) []string {
	var list []string
	for _, el := range r.Get(attr).Elements() {
		list = append(list, el.Text())
	}
	return list
}
