package selmodule

import (
	"errors"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type and its provider.
func Register(reg *ral.Registry) { reg.Add(typeDef(), semodule()) }

func typeDef() ral.Type {
	ensure := standard.EnsureOf("Whether the policy contains the module.",
		ral.Allowed{Name: "present"}, ral.Allowed{Name: "absent"})
	ensure.Default = value.Present()
	return ral.Type{
		Name:    "selmodule",
		Summary: "Modules of the SELinux policy",
		Doc: "A module of the SELinux policy, which is installed from a file. A change of the policy takes some seconds.\n\n" +
			"```puppet\nselmodule { 'tiny':\n  ensure        => present,\n  selmodulepath => '/usr/local/share/selinux/tiny.pp',\n}\n```\n",
		Attributes: []*ral.Attribute{
			ensure,
			{
				Name: "syncversion", Kind: ral.Property, Example: "true", Values: ral.Literals("true", "false"), InSyncFn: versionInSync,
				Doc: "Whether to install a module again if its version differs from the version of the file. semodule 3 and later " +
					"does not print versions: the property is then unknown, and the module stays unchanged.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "tiny", ValidateFn: validName,
				Doc: "The name of the module.",
			},
			{
				Name: "selmoduledir", Kind: ral.Param, Example: "/usr/share/selinux/default", Default: value.Str("/usr/share/selinux/targeted"),
				ValidateFn: validPath, Doc: "The directory with the file NAME.pp.",
			},
			{
				Name: "selmodulepath", Kind: ral.Param, Example: "/usr/local/share/selinux/tiny.pp", ValidateFn: validPath,
				Doc: "The file to install: a .pp file or a module in CIL. Default: NAME.pp in `selmoduledir`.",
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
		return fmt.Errorf("%q is not a valid name of an SELinux module (allowed: letters, digits, . _ -)", v.Text())
	}
	return nil
}

func validPath(_ ral.Hook, v value.Value) error {
	if text := v.Text(); text == "" || text[0] != '/' {
		return errors.New("it must be a fully qualified path")
	}
	return nil
}
