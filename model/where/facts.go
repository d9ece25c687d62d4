package where

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Facts are one host as a filter sees it. They are only read, so that several goroutines can
// match filters at the same time.
type Facts struct {
	// Name is the name by which operators address the host.
	Name string
	// Tree has the facts by their names, as encoding/json decodes what `ralsh facts -o json`
	// prints. Numbers are float64 or json.Number.
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

// value returns what is at a path, nil if there is nothing. A key of a map may have dots
// itself, as eth0.100 has: the longest key that the map has is taken.
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
