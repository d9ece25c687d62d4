package hosts

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func parsed() ral.Provider {
	lines := parsedfile.Provider{
		Format:    format(),
		Target:    hostsFile,
		Fill:      splitAliases,
		UniqueKey: family, FirstUsedBy: "the resolver",
		Name: nameOf,
	}
	return ral.Provider{
		Name:      "parsed",
		Doc:       "Reads and writes `" + hostsFile + "` without a tool. It keeps unmanaged lines byte for byte.",
		Confines:  []condition.Confine{condition.FileExists(hostsFile)},
		NeedsRoot: "ralsh writes " + hostsFile,
		New:       func() any { return lines.New() },
	}
}

// splitAliases sets the aliases, which are a single field of the line.
func splitAliases(inst *ral.Instance, r parsedfile.Record) {
	if names := r.Text("host_aliases"); names != "" {
		inst.Set("host_aliases", value.Strs(strings.Fields(names)...))
	}
}

// family returns a name with the family of its address, because localhost has an IPv4 and
// an IPv6 entry.
func family(name string, r parsedfile.Record) string {
	if strings.Contains(r.Text("ip"), ":") {
		return name + " IPv6"
	}
	return name + " IPv4"
}

// format returns the format of /etc/hosts: address, name, aliases, comment (hosts(5)).
// The other lines stay as incomplete.
func format() *parsedfile.Format {
	return &parsedfile.Format{Lines: []parsedfile.Definition{
		{Name: "comment", Match: lazyre.New(`^#`)},
		{Name: "blank", Match: lazyre.New(`^\s*$`)},
		{
			Name:            "parsed",
			Fields:          []string{"ip", "name", "host_aliases", "comment"},
			Match:           lazyre.New(`^\s*([0-9a-fA-F:]\S+)\s+([^#\s+]\S*)\s*(.*?)?(?:\s*#\s*(.*))?$`),
			PostParse:       tidy,
			Write:           line,
			MalformedReason: wrongAddress,
		},
		{Name: "incomplete", MalformedReason: incomplete},
	}}
}

// nameOf returns the name of an entry, or "" for a line without a valid address.
func nameOf(r parsedfile.Record) string {
	if wrongAddress(r) != "" {
		return ""
	}
	return r.Text("name")
}

func wrongAddress(r parsedfile.Record) string {
	if isAddress(r.Text("ip")) {
		return ""
	}
	return fmt.Sprintf("begins with %q, which is not an IP address", r.Text("ip"))
}

// incomplete describes the error of a line that is not an entry. An indented comment is
// valid.
func incomplete(r parsedfile.Record) string {
	text, _, _ := strings.Cut(r.Line, "#")
	switch fields := strings.Fields(text); {
	case len(fields) == 0:
		return ""
	case !isAddress(fields[0]):
		return fmt.Sprintf("begins with %q, which is not an IP address", fields[0])
	case len(fields) == 1:
		return "has no name"
	}
	return ""
}

var runs = lazyre.New(`\s+`)

// tidy makes a missing comment empty, so that comment => ” is in sync.
func tidy(r *parsedfile.Record) {
	r.Set("comment", value.Str(r.Text("comment")))
	if names := r.Text("host_aliases"); names != "" {
		r.Set("host_aliases", value.Str(runs.ReplaceAllString(names, " ")))
	}
}

func line(r parsedfile.Record) (string, error) {
	for _, name := range []string{"ip", "name"} {
		if r.Text(name) == "" {
			return "", fmt.Errorf("%s is a required attribute for hosts", name)
		}
	}
	text := r.Text("ip") + "\t" + r.Text("name")
	if names := r.Text("host_aliases"); names != "" {
		text += "\t" + names
	}
	if comment := r.Text("comment"); comment != "" {
		text += "\t# " + comment
	}
	return text, nil
}
