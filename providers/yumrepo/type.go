package yumrepo

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Register adds the type and its provider (semantics.md section 8). Attributes
// and behaviour are those of Puppet's module yumrepo_core.
func Register(reg *ral.Registry) { reg.Add(typeDef(), inifileProvider()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "yumrepo",
		Summary: "Package sources of yum and dnf",
		Doc: "A repository: a section in a file of yum.conf(5). Read are `" + mainFile + "`, but for its section `main`, and the files `*.repo` " +
			"of the folders that `reposdir` in it names, else of `/etc/yum.repos.d` and `/etc/yum/repos.d`. " +
			"A property that is `absent` is taken out; settings that are no property, comments and spacing stay as they are. " +
			"A file whose last repository is removed is removed too.\n\n" +
			"Attributes and behaviour are those of Puppet's module yumrepo_core, which is part of Puppet's own packages.\n\n" +
			"```puppet\nyumrepo { 'tools':\n  ensure   => present,\n  descr    => 'Tools of the house',\n  baseurl  => 'https://repo.example.com/el9/',\n" +
			"  enabled  => '1',\n  gpgcheck => '1',\n  gpgkey   => 'file:///etc/pki/rpm-gpg/RPM-GPG-KEY-tools',\n}\n```\n",
		Attributes: append(append([]*ral.Attribute{ral.Ensure("Whether the repository is configured.")}, properties()...),
			&ral.Attribute{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "tools", ValidateFn: validName,
				Doc: "The repository's id: the name of the section.",
			},
			&ral.Attribute{
				Name: "target", Kind: ral.Property, Example: "house.repo", ValidateFn: validTarget,
				Doc: "The file of the repository, by name or by path; it must be in one of the folders. " +
					"A repository that is in another file moves. A new one goes to `NAME.repo` by default.",
			}),
		Columns: [2]string{"enabled", "descr"},
	}
}

func validName(_ ral.Hook, v value.Value) error {
	if text := v.Text(); text == "" || text == "main" || strings.ContainsAny(text, "[]\r\n/\x00") {
		return fmt.Errorf("%q is no id of a repository", text)
	}
	return nil
}

func validTarget(_ ral.Hook, v value.Value) error {
	if text := v.Text(); text == "" || strings.ContainsAny(text, "\r\n\x00") || strings.HasSuffix(text, "/") {
		return fmt.Errorf("%q is no file", text)
	}
	return nil
}
