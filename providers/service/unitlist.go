package service

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// List yields every service with a unit file or a loaded unit, by its real
// name without the suffix. It omits aliases and templates.
func (*systemd) List(ctx context.Context, in *ral.Listing) error {
	units, err := busUnits(ctx, in.Reader)
	if err != nil {
		units, err = shownUnits(ctx, in.Reader)
	}
	for _, id := range slices.Sorted(maps.Keys(units)) {
		in.Yield(units[id].found(ctx, in.Reader, in.NewInstance(strings.TrimSuffix(id, ".service"))))
	}
	return err
}

// busUnits returns the services that the bus lists. It makes two calls, and a
// third for loaded units without a file, the instances of templates. systemd
// supports these calls since version 230; listing units of every kind takes
// twice as long.
func busUnits(ctx context.Context, rd host.Reader) (map[string]unit, error) {
	files, err := rd.Bus(ctx, manager1("ListUnitFilesByPatterns", []string{}, []string{"*.service"}))
	if err != nil {
		return nil, err
	}
	loaded, err := rd.Bus(ctx, manager1("ListUnitsByPatterns", []string{}, []string{"*.service"}))
	if err != nil {
		return nil, err
	}
	units, states := make(map[string]unit), make(map[string]string)
	for _, row := range structs(files) {
		name := path.Base(at(row, 0))
		states[name] = at(row, 1)
		addFile(units, name, states[name])
	}
	var fileless []unit
	for _, row := range structs(loaded) {
		u := unit{id: at(row, 0), load: at(row, 2), active: at(row, 3)}
		known, ok := units[u.id]
		if u.file = known.file; !listed(u) {
			continue // mostly units that others only mention: most of the loaded ones
		}
		if u.file == "" && states[template(u.id)] == "static" {
			u.file = "static" // an instance of a template that cannot be enabled cannot be either
		}
		if units[u.id] = u; !ok && u.file == "" {
			fileless = append(fileless, u)
		}
	}
	return units, fileStates(ctx, rd, units, fileless)
}

// template returns the name of an instance's template.
func template(id string) string {
	name, _, _ := strings.Cut(id, "@")
	return name + "@.service"
}

// fileStates reads the states of unit files. For several units it runs a
// command; for a single unit it uses the bus, which is faster.
func fileStates(ctx context.Context, rd host.Reader, units map[string]unit, list []unit) error {
	if len(list) == 1 {
		u := list[0]
		u.file = fileState(ctx, rd, u.id)
		units[u.id] = u
	}
	if len(list) < 2 {
		return nil
	}
	var ids []string
	for _, u := range list {
		ids = append(ids, u.id)
	}
	shown, err := showUnits(ctx, rd, ids...)
	for _, u := range shown {
		if listed(u) {
			units[u.id] = u
		}
	}
	return err
}

// shownUnits does the same with systemctl, for hosts without a bus. If a
// command fails, the other command still lists its units.
func shownUnits(ctx context.Context, rd host.Reader) (map[string]unit, error) {
	args := []string{"list-unit-files", "--type=service", "--full", "--no-legend", "--no-pager"}
	res, err := rd.Query(ctx, host.Command{Name: "systemctl", Args: args})
	units := make(map[string]unit)
	for line := range strings.Lines(string(res.Stdout)) {
		if words := strings.Fields(line); len(words) >= 2 {
			addFile(units, words[0], words[1])
		}
	}
	loaded, failed := showUnits(ctx, rd, "*.service")
	if failed != nil {
		for id, u := range units {
			u.active = "" // it may be running
			units[id] = u
		}
	}
	for _, u := range loaded {
		if listed(u) {
			units[u.id] = u
		}
	}
	return units, errors.Join(err, failed)
}

func addFile(units map[string]unit, id, state string) {
	u := unit{id: id, load: "loaded", active: "inactive", file: state}
	if state != "alias" && listed(u) {
		units[id] = u
	}
}

func isService(u unit) bool { return strings.HasSuffix(u.id, ".service") }

func listed(u unit) bool {
	return isService(u) && !strings.HasSuffix(u.id, "@.service") && (u.load != "not-found" || u.file != "")
}
