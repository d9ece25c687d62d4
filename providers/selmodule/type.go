package selmodule

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type and its provider.
func Register(reg *ral.Registry) { reg.Add(typeDef(), semodule()) }

func typeDef() ral.Type {
	ensure := ral.EnsureOf("Whether the module is part of the policy.",
		ral.Allowed{Name: "present"}, ral.Allowed{Name: "absent"})
	ensure.Default = value.Present()
	return ral.Type{
		Name:    "selmodule",
		Summary: "Modules of the SELinux policy",
		Doc: "A module of the policy of SELinux: installed from a file, or taken out. To change the policy takes some seconds.\n\n" +
			"```puppet\nselmodule { 'tiny':\n  ensure        => present,\n  selmodulepath => '/usr/local/share/selinux/tiny.pp',\n}\n```\n",
		Attributes: []*ral.Attribute{
			ensure,
			{
				Name: "syncversion", Kind: ral.Property, Example: "true", Values: ral.Literals("true", "false"), InSyncFn: versionInSync,
				Doc: "Whether a module of another version than the file's is installed anew. semodule of version 3 and later " +
					"prints no versions: whether the version is right is then unknown, and the module is left as it is.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "tiny", ValidateFn: validName,
				Doc: "The name of the module.",
			},
			{
				Name: "selmoduledir", Kind: ral.Param, Example: "/usr/share/selinux/default", Default: value.Str("/usr/share/selinux/targeted"),
				ValidateFn: validPath, Doc: "The folder that the file NAME.pp is in.",
			},
			{
				Name: "selmodulepath", Kind: ral.Param, Example: "/usr/local/share/selinux/tiny.pp", ValidateFn: validPath,
				Doc: "The file to install, where it is not NAME.pp in `selmoduledir`: a .pp, or the source of one in CIL.",
			},
		},
		Relations: []ral.Relation{{Kind: ral.Require, Type: "file", Titles: func(r *ral.Resource) []string { return []string{fileOf(r)} }}},
		Columns:   [2]string{"ensure"},
	}
}

// versionInSync reports whether a module has the version of its file; it is
// always true if syncversion is not set.
func versionInSync(_ ral.Hook, is, should value.Value) bool {
	return !should.IsSym("true") || is.IsSym("true") || is.IsUnknown()
}

// fileOf returns the file of a module.
func fileOf(r *ral.Resource) string {
	if file := r.Get("selmodulepath").Text(); file != "" {
		return file
	}
	return r.Get("selmoduledir").Text() + "/" + r.Name() + ".pp"
}

var names = lazyre.New(`\A[A-Za-z0-9_][A-Za-z0-9_.-]*\z`)

func validName(_ ral.Hook, v value.Value) error {
	if !names.MatchString(v.Text()) {
		return errors.New("a module of SELinux is called by letters, digits and _ . -")
	}
	return nil
}

func validPath(_ ral.Hook, v value.Value) error {
	if text := v.Text(); text == "" || text[0] != '/' {
		return errors.New("it must be a fully qualified path")
	}
	return nil
}
