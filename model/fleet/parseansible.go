package fleet

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// ansibleGroup is a group in the output of ansible-inventory --list.
type ansibleGroup struct {
	Hosts    []string                   `json:"hosts"`
	Children []string                   `json:"children"`
	Vars     map[string]json.RawMessage `json:"vars"`
}

// parseAnsible parses the output of ansible-inventory --list.
func (inv *Inventory) parseAnsible(data []byte) error {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return fmt.Errorf("%s: invalid JSON: %w", inv.File, err)
	}
	var meta struct {
		HostVars map[string]map[string]any `json:"hostvars"`
	}
	if err := unmarshalPart(parts, "_meta", &meta); err != nil {
		return fmt.Errorf("%s: %w", inv.File, err)
	}
	unused := make(ignored)
	delete(parts, "_meta")
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		var g ansibleGroup
		if err := unmarshalPart(parts, name, &g); err != nil {
			return fmt.Errorf("%s: %w", inv.File, err)
		}
		if err := plainName(name); err != nil {
			return fmt.Errorf("%s: %w", inv.File, err)
		}
		for _, host := range g.Hosts {
			h, err := ansibleHost(host, inv.File, meta.HostVars[host], unused)
			if err != nil {
				return err
			}
			if err := inv.add(h, name); err != nil {
				return err
			}
		}
		for _, c := range g.Children {
			if parts[c] != nil || name != All { // the file omits an empty group ungrouped
				inv.group(name).children = append(inv.group(name).children, child{c, inv.File})
			}
		}
		for setting := range g.Vars {
			if holdsSecret(setting) {
				return secretError(inv.File, setting)
			}
			unused[setting] = true
		}
		inv.group(name)
	}
	inv.Warnings = unused.warning(inv.File)
	return nil
}

func unmarshalPart(parts map[string]json.RawMessage, name string, to any) error {
	if parts[name] == nil {
		return nil
	}
	if err := json.Unmarshal(parts[name], to); err != nil {
		return fmt.Errorf("%q differs from the format of ansible-inventory --list", name)
	}
	return nil
}

func ansibleHost(name, file string, vars map[string]any, unused ignored) (Host, error) {
	h := Host{Name: name, Place: file}
	for _, setting := range slices.Sorted(maps.Keys(vars)) {
		if err := h.set(setting, fmt.Sprint(vars[setting]), unused); err != nil {
			return h, err
		}
	}
	return h, nil
}
