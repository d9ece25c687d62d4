package filter

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Facts are the data of a host that a filter reads. Goroutines may share them.
type Facts struct {
	// Name is the name by which operators address the host.
	Name string
	// Tree contains the facts by name, as encoding/json decodes the output of `ralsh facts -o
	// json`. Numbers are float64 or json.Number.
	Tree map[string]any
}

// ReadFacts reads the facts of a host from JSON, an object of at most [MaxFacts] bytes.
func ReadFacts(name string, data []byte) (Facts, error) {
	if len(data) > MaxFacts {
		return Facts{}, fmt.Errorf("the facts are too large (%d bytes, at most %d)", len(data), MaxFacts)
	}
	f := Facts{Name: name}
	if err := json.Unmarshal(data, &f.Tree); err != nil {
		return Facts{}, fmt.Errorf("cannot parse the facts: %w", err)
	}
	if f.Tree == nil {
		return Facts{}, fmt.Errorf("cannot parse the facts: they are null")
	}
	return f, nil
}

// value returns the value at a path, or nil. A key of a map may contain dots (eth0.100): the
// longest matching key wins.
func (f Facts) value(path []string) any {
	if path == nil {
		return f.Name
	}
	var at any = f.Tree
	for len(path) > 0 {
		used := 1
		switch in := at.(type) {
		case map[string]any:
			for used = len(path); used > 1; used-- {
				if _, there := in[strings.Join(path[:used], ".")]; there {
					break
				}
			}
			at = in[strings.Join(path[:used], ".")]
		case []any:
			i, err := strconv.Atoi(path[0])
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			at = in[i]
		default:
			return nil
		}
		path = path[used:]
	}
	return at
}

// shortName is a short name of a fact that is common in filters.
type shortName struct{ name, fact string }

// shortNames lists the short names. name is not a fact: it is the name by which operators
// address the host.
var shortNames = [...]shortName{
	{"name", ""},
	{"arch", "os.architecture"},
	{"codename", "os.distro.codename"},
	{"cpus", "processors.count"},
	{"domain", "networking.domain"},
	{"family", "os.family"},
	{"fqdn", "networking.fqdn"},
	{"hostname", "networking.hostname"},
	{"ip", "networking.ip"},
	{"ip6", "networking.ip6"},
	{"kernel", "kernelrelease"},
	{"mac", "networking.mac"},
	{"major", "os.release.major"},
	{"memory", "memory.system.total_bytes"},
	{"os", "os.name"},
	{"release", "os.release.full"},
	{"selinux", "os.selinux.enabled"},
	{"virtual", "virtual"},
}

// path returns the path of the fact, nil for the name of the host.
func (s shortName) path() []string {
	if s.fact == "" {
		return nil
	}
	return strings.Split(s.fact, ".")
}
