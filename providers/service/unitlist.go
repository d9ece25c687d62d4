package service

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// List shows every service that has a unit file or is loaded, by its real name
// and without the ending: no aliases, no templates.
func (*systemd) List(ctx context.Context, in *ral.Listing) error {
	units, err := busUnits(ctx, in.Look)
	if err != nil {
		if units, err = shownUnits(ctx, in.Look); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(units)) {
		f, err := units[id].found(ctx, in.Look, in.NewFound(strings.TrimSuffix(id, ".service")))
		if err != nil {
			return err
		}
		in.Yield(f)
	}
	return nil
}

// busUnits takes two calls for all units, and a command for those loaded ones
// that have no file of their own: the instances of templates.
func busUnits(ctx context.Context, look host.Look) (map[string]unit, error) {
	files, err := look.Bus(ctx, manager1("ListUnitFiles"))
	if err != nil {
		return nil, err
	}
	loaded, err := look.Bus(ctx, manager1("ListUnits"))
	if err != nil {
		return nil, err
	}
	units := make(map[string]unit)
	for _, row := range structs(files) {
		addFile(units, path.Base(at(row, 0)), at(row, 1))
	}
	var fileless []string
	for _, row := range structs(loaded) {
		u := unit{id: at(row, 0), load: at(row, 2), active: at(row, 3)}
		known, ok := units[u.id]
		if u.file = known.file; !ok && isService(u) {
			fileless = append(fileless, u.id)
		}
		if listed(u) {
			units[u.id] = u
		}
	}
	return units, fileStates(ctx, look, units, fileless)
}

// fileStates asks how the files of units are installed, of all with one command:
// the bus has a call for each and none for all.
func fileStates(ctx context.Context, look host.Look, units map[string]unit, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	shown, err := showUnits(ctx, look, ids...)
	for _, u := range shown {
		if listed(u) {
			units[u.id] = u
		}
	}
	return err
}

// shownUnits is the same by systemctl, for hosts without a bus.
func shownUnits(ctx context.Context, look host.Look) (map[string]unit, error) {
	args := []string{"list-unit-files", "--type=service", "--full", "--no-legend", "--no-pager"}
	res, err := look.Query(ctx, host.Command{Name: "systemctl", Args: args})
	if err != nil {
		return nil, err
	}
	units := make(map[string]unit)
	for line := range strings.Lines(string(res.Stdout)) {
		if words := strings.Fields(line); len(words) >= 2 {
			addFile(units, words[0], words[1])
		}
	}
	loaded, err := showUnits(ctx, look, "*.service")
	if err != nil {
		return nil, err
	}
	for _, u := range loaded {
		if listed(u) {
			units[u.id] = u
		}
	}
	return units, nil
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
