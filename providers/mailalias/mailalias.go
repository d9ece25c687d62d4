package mailalias

import (
	"errors"
	"strings"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type mailalias and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), aliases()) }

const aliasesFile = "/etc/aliases"

func typeDef() ral.Type {
	return ral.Type{
		Name:    "mailalias",
		Summary: "Names for mail in " + aliasesFile,
		Doc: "A local name for mail and its recipients, in `" + aliasesFile + "` (aliases(5)). " +
			"ralsh keeps unmanaged lines byte for byte. " +
			"If your mail server uses a database of the file, run `newaliases` after a change. " +
			"ralsh does not run it." +
			"\n\n```puppet\nmailalias { 'postmaster':\n" +
			"  recipient => ['alice', 'root'],\n}\n```\n",
		Columns: [2]string{"recipient", "file"},
		Relations: []ral.Relation{
			standard.Mentions("user", isAccount, "recipient"),
			standard.Mentions("file", standard.IsPath, "file"),
		},
		Attributes: []*ral.Attribute{
			standard.Ensure("Whether the file contains the alias."),
			{
				Name: "recipient", Kind: ral.Property, Example: "alice, bob@example.com", MatchAll: true, IsList: true,
				ValidateFn: oneLine("recipient"),
				Doc: "The recipients of the mail, in this order: accounts, addresses, files, and programs in the form `|/path`. " +
					"An alias has either recipients or a `file`.",
			},
			{
				Name: "file", Kind: ral.Property, Example: "/etc/mail/staff", ValidateFn: validFile,
				Doc: "A file with the recipients, written `:include:`. An alias has either a file or recipients.",
			},
			{
				Name: "target", Kind: ral.Property, LocatesResource: true, Example: aliasesFile, Default: value.Str(aliasesFile),
				Doc: "The file with the alias. An alias in `" + aliasesFile + "` moves if you set a different file.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "postmaster", ValidateFn: oneLine("name"),
				Doc: "The local name, without a domain.",
			},
		},
		Validate: eitherOr,
	}
}

// isAccount reports whether a recipient may be a local account, and is not an address, a
// file or a program.
func isAccount(recipient string) bool {
	return recipient != "" && !strings.ContainsAny(recipient, "@/|: \\\"")
}

func oneLine(what string) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		if strings.ContainsAny(v.Text(), "\r\n") {
			return errors.New("A " + what + " cannot include a newline")
		}
		return nil
	}
}

func validFile(h ral.Hook, v value.Value) error {
	if !strings.HasPrefix(v.Text(), "/") {
		return errors.New("File paths must be fully qualified, not '" + v.Text() + "'")
	}
	return oneLine("file")(h, v)
}

func eitherOr(r *ral.Resource) error {
	if r.Has("recipient") && r.Has("file") {
		return errors.New("You cannot specify both a recipient and a file")
	}
	return nil
}
