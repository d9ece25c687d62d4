package sshkey

import (
	"errors"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type sshkey and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

const knownHosts = "/etc/ssh/ssh_known_hosts"

func typeDef() ral.Type {
	return ral.Type{
		Name:    "sshkey",
		Summary: "Keys of hosts in " + knownHosts,
		Doc: "The public key of a host in `" + knownHosts + "` (sshd(8)), with which ssh verifies the host. " +
			"A host has a resource for each type of key, with the title `name@type`. " +
			"ralsh keeps unmanaged lines byte for byte, and shows hashed names as the file contains them." +
			"\n\n```puppet\nsshkey { 'db.example.com':\n" +
			"  type => 'ssh-ed25519',\n  key  => 'AAAAC3NzaC1lZDI1NTE5AAAAIG9sdGVzdGtleW9sdGVzdGtleW9sdGVzdGtleW9sdGVz',\n}\n```\n",
		Columns: [2]string{"host_aliases", "key"},
		Titles: []ral.TitlePattern{
			{Pattern: lazyre.New(`^(.*?)@(.*)$`), Attrs: []string{"name", "type"}},
			{Pattern: lazyre.New(`^([^@]+)$`), Attrs: []string{"name"}},
		},
		Hooks: titler{},
		Attributes: []*ral.Attribute{
			standard.Ensure("Whether the file contains the key."),
			{
				Name: "type", Kind: ral.Param, Namevar: true, Example: "ssh-ed25519", Values: keyTypes(),
				Doc: "The type of the key, required for a new entry.",
			},
			{
				Name: "key", Kind: ral.Property, ValidateFn: oneLine, Example: "AAAAC3NzaC1lZDI1NTE5AAAAIIElzSBKWlBf0p8vE+at07Ed2wQQyk7aVmF3xtsfpnWw",
				Doc: "The key in base64, without its type and name, required for a new entry.",
			},
			{
				Name: "host_aliases", Kind: ral.Property, MatchAll: true, List: ral.List{AllowEmptyList: true}, IsList: true, ValidateFn: validAlias,
				Example: "192.0.2.10, db", InSyncFn: sameAliases,
				Doc: "All other names and addresses of the host, in this order. " +
					"An empty list removes all aliases.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, ValidateFn: validName, Example: "db.example.com",
				Doc: "The host name for ssh, or `[name]:port`.",
			},
			{
				Name: "target", Kind: ral.Property, LocatesResource: true, Example: knownHosts, Default: value.Str(knownHosts),
				Doc: "The file with the key. A key in `" + knownHosts + "` moves if you set a different file.",
			},
		},
	}
}

type titler struct{}

// TitleOf returns the title of a key as in Puppet, independent of the declared title.
func (titler) TitleOf(r *ral.Resource) string {
	kind := r.Get("type")
	if kind.IsNil() && !r.Get("name").IsNil() {
		return r.Get("name").Text()
	}
	return r.Get("name").Text() + "@" + kind.Text()
}

func keyTypes() []ral.Allowed {
	return []ral.Allowed{
		{Name: "ssh-dss", Aliases: []string{"dsa"}},
		{Name: "ssh-ed25519", Aliases: []string{"ed25519"}},
		{Name: "ssh-rsa", Aliases: []string{"rsa"}},
		{Name: "ecdsa-sha2-nistp256"},
		{Name: "ecdsa-sha2-nistp384"},
		{Name: "ecdsa-sha2-nistp521"},
		{Name: "sk-ecdsa-sha2-nistp256@openssh.com", Aliases: []string{"ecdsa-sk"}},
		{Name: "sk-ssh-ed25519@openssh.com", Aliases: []string{"ed25519-sk"}},
	}
}

var blanks = lazyre.New(`\s`)

// oneLine accepts a key with a comment behind it, as Puppet does.
func oneLine(_ ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), "\n\r") {
		return errors.New("a key is a single line")
	}
	return nil
}

func validName(_ ral.Hook, v value.Value) error {
	switch {
	case blanks.MatchString(v.Text()):
		return errors.New("Resourcename cannot include whitespaces")
	case strings.Contains(v.Text(), "@"):
		return errors.New("a host name cannot contain @ (a title has the form NAME@TYPE)")
	case strings.Contains(v.Text(), ","):
		return errors.New("No comma in resourcename allowed. If you want to specify aliases use the host_aliases property")
	}
	return nil
}

func validAlias(_ ral.Hook, v value.Value) error {
	switch {
	case blanks.MatchString(v.Text()):
		return errors.New("Aliases cannot include whitespace")
	case strings.Contains(v.Text(), ","):
		return errors.New("Aliases must be provided as an array, not a comma-separated list")
	}
	return nil
}

func sameAliases(_ ral.Hook, is, should value.Value) bool {
	return slices.Equal(texts(is), texts(should))
}

func texts(list value.Value) []string {
	if list.IsAbsent() {
		return nil
	}
	var all []string
	for _, item := range list.Elements() {
		all = append(all, item.Text())
	}
	return all
}
