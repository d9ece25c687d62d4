package sshauthorizedkey

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/providers/internal/sshkeys"
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type ssh_authorized_key and its provider (semantics.md
// section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "ssh_authorized_key",
		Summary: "Keys for logins, in ~/.ssh/authorized_keys",
		Doc: "A public key for ssh logins as a user of this host, in " +
			"`~/.ssh/authorized_keys` (sshd(8)). The name is the comment after the key. The name of a key without a comment " +
			"consists of its file and its position. ralsh keeps unmanaged lines byte for byte.\n\n" +
			"ralsh reads and writes the file with the privileges of its user, so a symbolic link of the user cannot " +
			"give access to other files. A new file gets mode 0600, a new directory 0700." +
			"\n\n```puppet\nssh_authorized_key { 'alice@laptop':\n" +
			"  user => 'alice',\n  type => 'ssh-ed25519',\n" +
			"  key  => 'AAAAC3NzaC1lZDI1NTE5AAAAIG9sdGVzdGtleW9sdGVzdGtleW9sdGVzdGtleW9sdGVz',\n}\n```\n",
		Columns: [2]string{"user", "type"},
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "user", Titles: owner, Via: []string{"user"}},
			standard.Mentions("file", standard.IsPath, "target"),
		},
		Validate: hasPlace,
		Attributes: []*ral.Attribute{
			standard.Ensure("Whether the file contains the key."),
			{
				Name: "type", Kind: ral.Property, Example: "ssh-ed25519", Values: sshkeys.Types(),
				Doc: "The type of the key, required for a new entry.",
			},
			{
				Name: "key", Kind: ral.Property, ValidateFn: oneWord,
				Example: "AAAAC3NzaC1lZDI1NTE5AAAAIFapi9Ko6T8Kr20kqb7Oq5b/FCCRN3p+lgpi7E2h+ifg",
				Doc:     "The public key in base64, without its type and comment, required for a new entry.",
			},
			{
				Name: "user", Kind: ral.Property, LocatesResource: true, Example: "deploy",
				Doc: "The user to log in as. It must exist for a new key.",
			},
			{
				Name: "target", Kind: ral.Property, LocatesResource: true, Example: "/etc/ssh/keys/deploy", ValidateFn: validTarget,
				Doc: "The file with the key. Default: `~/.ssh/authorized_keys` of `user`.",
			},
			{
				Name: "options", Kind: ral.Property, MatchAll: true, IsList: true, Example: `no-pty, from="192.0.2.0/24"`,
				Default: value.Absent(), ValidateFn: validOption, MungeFn: none, InSyncFn: sameOptions,
				Doc: "The options of the key: `no-pty`, `command=\"...\"` (sshd(8)). Each option is a list element. " +
					"The default `absent` removes all options.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "alice@laptop", ValidateFn: validName,
				Doc: "The comment after the key. It may differ from the comment in the public key file. It is unique in a catalog.",
			},
			privileges(),
		},
	}
}

func privileges() *ral.Attribute {
	return standard.BoolParam("drop_privileges", "Whether to read and write the file with the privileges of `user`. If false, "+
		"root writes the file, and only root may be able to change its path.", "true")
}

func owner(r *ral.Resource) []string {
	if user := r.Get("user"); !user.IsNil() {
		return []string{user.Text()}
	}
	return nil
}

// hasPlace requires a user or target for a new key. An existing key is found by its name.
func hasPlace(r *ral.Resource) error {
	if r.Has("key") && !r.Has("user") && !r.Has("target") {
		return errors.New("Attribute 'user' or 'target' is mandatory")
	}
	return nil
}

var blanks = lazyre.New(`\s`)

func oneWord(_ ral.Hook, v value.Value) error {
	if blanks.MatchString(v.Text()) {
		return errors.New("Key must not contain whitespace: " + v.Text())
	}
	return nil
}

func validName(_ ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), "\r\n") {
		return errors.New("A name cannot include a newline")
	}
	return nil
}

func validTarget(_ ral.Hook, v value.Value) error {
	if !v.IsAbsent() && v.Text() != "absent" && !strings.HasPrefix(v.Text(), "/") {
		return fmt.Errorf("File paths must be fully qualified, not '%s'", v.Text())
	}
	return nil
}

var option = lazyre.New(`^[-a-z0-9A-Z_]+(?:=".*?")?$`)

// none converts the text absent to the symbol.
func none(_ ral.Hook, v value.Value) (value.Value, error) {
	if v.Text() == "absent" {
		return value.Absent(), nil
	}
	return v, nil
}

func sameOptions(_ ral.Hook, is, should value.Value) bool {
	return slices.Equal(sshkeys.Texts(is), sshkeys.Texts(should))
}

func validOption(_ ral.Hook, v value.Value) error {
	if v.IsAbsent() || option.MatchString(v.Text()) {
		return nil
	}
	return fmt.Errorf("Option %s is not valid. A single option must either be of the form 'option' or 'option=\"value\"'. "+
		"Multiple options must be provided as an array", v.Text())
}
