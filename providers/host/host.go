package hosts

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type host and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

const hostsFile = "/etc/hosts"

func typeDef() ral.Type {
	return ral.Type{
		Name:    "host",
		Summary: "Entries in " + hostsFile,
		Doc: "A host name with its address in `/etc/hosts`. " +
			"Each name is a resource. ralsh keeps unmanaged lines byte for byte." +
			"\n\n```puppet\nhost { 'db.example.com':\n" +
			"  ip           => '192.0.2.10',\n  host_aliases => ['db'],\n}\n```\n",
		Columns: [2]string{"ip", "host_aliases"},
		Attributes: []*ral.Attribute{
			standard.Ensure("Whether the file contains the entry."),
			{
				Name: "ip", Kind: ral.Property, Required: true, Example: "192.0.2.10", ValidateFn: validIP,
				Doc: "The IPv4 or IPv6 address of the host, required for a new entry.",
			},
			aliases(),
			{
				Name: "comment", Kind: ral.Property, Example: "main database", ValidateFn: validComment,
				Doc: "A comment, written after `#`. An empty text removes the comment.",
			},
			{
				Name: "target", Kind: ral.Property, Example: hostsFile, Default: value.Str(hostsFile), LocatesResource: true,
				Doc: "The file with the entry. An entry in `" + hostsFile +
					"` moves if you set a different file.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "db.example.com", ValidateFn: validName,
				Doc: "The host name, the first name on its line.",
			},
		},
	}
}

func aliases() *ral.Attribute {
	return &ral.Attribute{
		Name: "host_aliases", Kind: ral.Property, Example: "db, database", MatchAll: true, List: ral.List{AllowEmptyList: true}, IsList: true,
		Doc: "All other names of the host, in this order. " +
			"An empty list removes all aliases.",
		ValidateFn: validAlias,
		InSyncFn: func(_ ral.Hook, is, should value.Value) bool {
			return spaced(is) == spaced(should)
		},
		Text: ral.Text{
			IsText: func(_ ral.Hook, is value.Value) string {
				if is.Kind() != value.List {
					return is.Literal()
				}
				return spaced(is)
			},
			ShouldText: func(_ ral.Hook, should value.Value) string { return value.Quote(spaced(should)) },
		},
	}
}

// spaced returns the aliases as written on the line, "" without aliases.
func spaced(v value.Value) string {
	if v.IsAbsent() {
		return ""
	}
	var names []string
	for _, name := range v.Reveal().Elements() {
		names = append(names, name.Text())
	}
	return strings.Join(names, " ")
}
