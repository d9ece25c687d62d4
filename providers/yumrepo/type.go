package yumrepo

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type and its provider (semantics.md section 8). Attributes and
// behaviour are the same as in Puppet's module yumrepo_core.
func Register(reg *ral.Registry) { reg.Add(typeDef(), inifileProvider()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "yumrepo",
		Summary: "Package sources of yum and dnf",
		Doc: "A package repository: a section in a file of yum.conf(5). ralsh reads `" + mainFile + "`, except its section `main`, and the files `*.repo` " +
			"of the directories in its setting `reposdir`, by default `/etc/yum.repos.d` and `/etc/yum/repos.d`. " +
			"The value `absent` removes a setting. ralsh keeps comments, spacing, and settings that are not properties of this type. " +
			"It deletes a `*.repo` file with its last repository.\n\n" +
			"Attributes and behaviour are the same as in Puppet's module yumrepo_core, which Puppet's packages contain.\n\n" +
			"```puppet\nyumrepo { 'tools':\n  ensure   => present,\n  descr    => 'Tools of the house',\n  baseurl  => 'https://repo.example.com/el9/',\n" +
			"  enabled  => '1',\n  gpgcheck => '1',\n  gpgkey   => 'file:///etc/pki/rpm-gpg/RPM-GPG-KEY-tools',\n}\n```\n",
		Attributes: append(append([]*ral.Attribute{standard.Ensure("Whether the repository is configured.")}, properties()...),
			&ral.Attribute{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "tools", ValidateFn: validName,
				Doc: "The ID of the repository: the name of the section.",
			},
			&ral.Attribute{
				Name: "target", Kind: ral.Property, Example: "house.repo", ValidateFn: validTarget,
				Doc: "The file of the repository, as a name or a path in a directory of repositories. " +
					"A repository moves if it is in a different file. The default for a new repository is `NAME.repo`.",
			}),
		Columns: [2]string{"enabled", "descr"},
	}
}

func validName(_ ral.Hook, v value.Value) error {
	if text := v.Text(); text == "" || text == "main" || strings.ContainsAny(text, "[]\r\n/\x00") {
		return fmt.Errorf("%q is not a valid ID of a repository", text)
	}
	return nil
}

func validTarget(_ ral.Hook, v value.Value) error {
	if text := v.Text(); text == "" || strings.ContainsAny(text, "\r\n\x00") || strings.HasSuffix(text, "/") {
		return fmt.Errorf("%q is not a file name or path", text)
	}
	return nil
}
