package sshkey

import (
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func parsed() ral.Provider {
	return ral.Provider{
		Name:      "parsed",
		Doc:       "Reads and writes `" + knownHosts + "` without a tool. It keeps unmanaged lines byte for byte.",
		NeedsRoot: "ralsh writes " + knownHosts,
		New: parsedfile.Provider{
			Format: format(), Target: knownHosts, MissingOK: true, Name: nameOf, BeforeWrite: identify,
			UniqueKey: parsedfile.UniqueByName,
		}.New,
	}
}

// nameOf returns the name of a key, or "" for a line with a marker or with an unknown
// type of key.
func nameOf(r parsedfile.Record) string {
	if strings.Contains(r.Text("name"), "@") || !slices.ContainsFunc(keyTypes(), func(a ral.Allowed) bool { return a.Name == r.Text("type") }) {
		return ""
	}
	return r.Text("name") + "@" + r.Text("type")
}

// identify sets the namevars of a record that has the title.
func identify(record *parsedfile.Record, r *ral.Resource) {
	record.Set("name", r.Get("name"))
	record.Set("type", value.Str(r.Get("type").Text()))
}

// format returns the format of known hosts (sshd(8)): names separated by commas, the type
// of the key, the key. A line without all three fields is incomplete. As in Puppet, a
// marker is parsed as a name, but it is not the name of a resource.
func format() *parsedfile.Format {
	return &parsedfile.Format{Lines: []parsedfile.Definition{
		{Name: "comment", Match: lazyre.New(`^\s*#`)},
		{Name: "blank", Match: lazyre.New(`^\s*$`)},
		{Name: "incomplete", Match: lazyre.New(`^\s*\S+(\s+\S+)?\s*$`), MalformedReason: keyless},
		{Name: "parsed", Fields: []string{"name", "type", "key"}, Indented: true, PostParse: splitNames, Write: line, MalformedReason: nameless},
	}}
}

// nameless reports an invalid name: only a marker contains an @, at its
// beginning.
func nameless(r parsedfile.Record) string {
	if strings.Contains(strings.TrimPrefix(r.Text("name"), "@"), "@") {
		return fmt.Sprintf("begins with %q, which is not a valid host name", r.Text("name"))
	}
	return ""
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
