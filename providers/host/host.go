package hosts

import (
	"strings"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Register adds the type host and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

const hostsFile = "/etc/hosts"

func typeDef() ral.Type {
	return ral.Type{
		Name:    "host",
		Summary: "Entries in " + hostsFile,
		Doc: "A host name and its address, as written in `/etc/hosts`. " +
			"Each name is one resource; a line that is not managed stays as it is, byte for byte." +
			"\n\n```puppet\nhost { 'db.example.com':\n" +
			"  ip           => '192.0.2.10',\n  host_aliases => ['db'],\n}\n```\n",
		Columns: [2]string{"ip", "host_aliases"},
		Attributes: []*ral.Attribute{
			ral.Ensure("Whether the entry is in the file."),
			{
				Name: "ip", Kind: ral.Property, Required: true, Example: "192.0.2.10", ValidateFn: validIP,
				Doc: "The address of the host, IPv4 or IPv6. A new entry needs one.",
			},
			aliases(),
			{
				Name: "comment", Kind: ral.Property, Example: "main database", ValidateFn: validComment,
				Doc: "A note behind the entry, written after `#`. An empty one takes the note away.",
			},
			{
				Name: "target", Kind: ral.Property, Example: hostsFile, Default: value.Str(hostsFile), LocatesResource: true,
				Doc: "The file that holds the entry. An entry found in `" + hostsFile +
					"` moves when another file is asked for.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "db.example.com", ValidateFn: validName,
				Doc: "The host's name, the first one on its line.",
			},
		},
	}
}

func aliases() *ral.Attribute {
	return &ral.Attribute{
		Name: "host_aliases", Kind: ral.Property, Example: "db, database", MatchAll: true, List: ral.List{AllowEmptyList: true}, IsList: true,
		Doc: "The other names of the host, in this order. These are all the aliases there should be; " +
			"an empty list takes all away.",
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

// spaced returns the aliases as written on the line; "" if there are none.
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
