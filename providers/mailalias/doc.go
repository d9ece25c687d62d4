// Package mailalias implements the type mailalias: the recipients of mail for a local
// name, in /etc/aliases.
//
// The only provider, aliases, embeds a parsedfile.Behaviour with the format of
// aliases(5). A line that begins with a space continues the previous line; the group is
// an alias, whose record is on its last line. An alias has either recipients or an
// included file. semantics.md section 8 describes the behaviour.
//
// The provider keeps unmanaged lines byte for byte. A recipient that is neither an
// account in /etc/passwd nor an alias is a finding. The package does not run
// newaliases(1), so a mail server with a database of aliases does not see a change before
// newaliases runs.
package mailalias
