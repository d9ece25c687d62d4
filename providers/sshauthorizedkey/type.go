package sshauthorizedkey

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/providers/internal/sshkeys"
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type ssh_authorized_key and its provider (semantics.md
// section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "ssh_authorized_key",
		Summary: "Keys that may log in, in ~/.ssh/authorized_keys",
		Doc: "A public key with which one may log in over ssh as a user of this host, as written in " +
			"`~/.ssh/authorized_keys` (sshd(8)). The name is the comment behind the key; a key without one is " +
			"called by its file and its place. Lines that are not managed stay as they are, byte for byte.\n\n" +
			"The file is read and written with the rights of the user it belongs to, so that a link which that " +
			"user puts in the way leads nowhere else. A new file has mode 0600, a new folder 0700." +
			"\n\n```puppet\nssh_authorized_key { 'alice@laptop':\n" +
			"  user => 'alice',\n  type => 'ssh-ed25519',\n" +
			"  key  => 'AAAAC3NzaC1lZDI1NTE5AAAAIG9sdGVzdGtleW9sdGVzdGtleW9sdGVzdGtleW9sdGVz',\n}\n```\n",
		Columns: [2]string{"user", "type"},
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "user", Titles: owner, Via: []string{"user"}},
			ral.Mentions("file", ral.IsPath, "target"),
		},
		Validate: hasPlace,
		Attributes: []*ral.Attribute{
			ral.Ensure("Whether the key is in the file."),
			{
				Name: "type", Kind: ral.Property, Example: "ssh-ed25519", Values: sshkeys.Types(),
				Doc: "The kind of key, as written before the key. A new entry needs one.",
			},
			{
				Name: "key", Kind: ral.Property, ValidateFn: oneWord,
				Example: "AAAAC3NzaC1lZDI1NTE5AAAAIFapi9Ko6T8Kr20kqb7Oq5b/FCCRN3p+lgpi7E2h+ifg",
				Doc:     "The public key itself, base64, without its type and its comment. A new entry needs one.",
			},
			{
				Name: "user", Kind: ral.Property, LocatesResource: true, Example: "deploy",
				Doc: "The user that one logs in as. A new key needs a user that is there.",
			},
			{
				Name: "target", Kind: ral.Property, LocatesResource: true, Example: "/etc/ssh/keys/deploy", ValidateFn: validTarget,
				Doc: "The file that holds the key, where that is not `~/.ssh/authorized_keys` of `user`.",
			},
			{
				Name: "options", Kind: ral.Property, MatchAll: true, IsList: true, Example: `no-pty, from="192.0.2.0/24"`,
				Default: value.Absent(), ValidateFn: validOption, MungeFn: none, InSyncFn: sameOptions,
				Doc: "What the key may not do, or must: `no-pty`, `command=\"...\"` (sshd(8)). Each option is an element " +
					"of its own; `absent` takes all away, and is the default.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "alice@laptop", ValidateFn: validName,
				Doc: "The comment behind the key. It need not be that of the file the key comes from, and two keys of a " +
					"catalog cannot share one.",
			},
			privileges(),
		},
	}
}

func privileges() *ral.Attribute {
	return ral.BoolParam("drop_privileges", "Whether the file is read and written with the rights of `user`. Without "+
		"it root writes it, which needs a path that only root can change.", "true")
}

// owner returns the required user.
func owner(r *ral.Resource) []string {
	if user := r.Get("user"); !user.IsNil() {
		return []string{user.Text()}
	}
	return nil
}

// hasPlace requires a user or target for a new key. An existing one is found by
// its name.
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

// none converts the word absent to the symbol.
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
