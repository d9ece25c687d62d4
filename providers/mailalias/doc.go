// Package mailalias implements the type mailalias: the recipients of mail for a
// local name, in /etc/aliases.
//
// The only provider, aliases, embeds a parsedfile.Behaviour with the format of
// aliases(5). A line that begins with a blank continues the previous one; such
// a group is one alias, whose record is on its last line. An alias has either
// recipients or an included file. The behaviour is that of semantics.md section
// 8.
//
// Lines that are not managed are kept byte for byte. A recipient that is
// neither an account in /etc/passwd nor an alias is a finding. The package does
// not run newaliases(1), so a mail server with its own database does not see a
// change until that is done.
package mailalias
