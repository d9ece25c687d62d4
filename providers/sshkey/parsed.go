package sshkey

import (
	"fmt"
	"io/fs"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func parsed() ral.Provider {
	mode := fs.FileMode(0o644)
	return ral.Provider{
		Name:      "parsed",
		Doc:       "Reads and writes `" + knownHosts + "` itself. Lines that are not managed are kept byte for byte.",
		NeedsRoot: "ralsh writes " + knownHosts,
		New: parsedfile.Provider{
			Format: Format(), Target: knownHosts, MayLack: true, Name: nameOf, Adjust: identify,
			Alone: parsedfile.ByName,
			Write: host.Write{Mode: &mode},
		}.New,
	}
}

func nameOf(r parsedfile.Record) string { return r.Text("name") + "@" + r.Text("type") }

// identify writes the namevars where the record has the title.
func identify(record *parsedfile.Record, r *ral.Resource) {
	record.Set("name", r.Get("name"))
	record.Set("type", value.Str(r.Get("type").Text()))
}

// Format is how known hosts are written (sshd(8)): names with commas, the type
// of the key, the key. A line that lacks one is kept as incomplete. A marker
// before them is read as a name, as Puppet does.
func Format() *parsedfile.Format {
	return &parsedfile.Format{Lines: []parsedfile.Definition{
		{Name: "comment", Match: lazyre.New(`^#`)},
		{Name: "blank", Match: lazyre.New(`^\s*$`)},
		{Name: "incomplete", Match: lazyre.New(`^\s*\S+(\s+\S+)?\s*$`), Damaged: keyless},
		{Name: "parsed", Fields: []string{"name", "type", "key"}, PostParse: splitNames, Write: line},
	}}
}

func keyless(parsedfile.Record) string { return "lacks a name, the type of the key or the key" }

func splitNames(r *parsedfile.Record) {
	names := strings.Split(r.Text("name"), ",")
	r.Set("name", value.Str(names[0]))
	r.Set("host_aliases", value.Strs(names[1:]...))
}

func line(r parsedfile.Record) (string, error) {
	for _, field := range []string{"name", "type", "key"} {
		if r.Text(field) == "" {
			return "", fmt.Errorf("Field '%s' is required", field)
		}
	}
	names := append([]string{r.Text("name")}, texts(r.Get("host_aliases"))...)
	return strings.Join(names, ",") + " " + r.Text("type") + " " + r.Text("key"), nil
}
