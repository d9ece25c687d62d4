package service

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// unit is the state of a unit in the terms of systemd (systemctl(1)).
type unit struct {
	id     string // its real name: that of ssh.service for the alias sshd.service
	load   string // loaded, not-found, masked, bad-setting
	active string // active, inactive, failed, activating
	file   string // enabled, disabled, static, masked, generated; "" without a file
	// stale means that its files changed since systemd read them. Of the calls
	// for several units, only systemctl show returns it.
	stale bool
}

const unitProperties = "--property=Id,LoadState,ActiveState,UnitFileState,NeedDaemonReload"

// unitName completes a name like systemctl: without a suffix of systemd it is a
// service.
func unitName(name string) string {
	endings := []string{
		".service", ".socket", ".timer", ".target", ".mount", ".path", ".slice", ".scope", ".device", ".automount", ".swap",
	}
	if slices.Contains(endings, path.Ext(name)) {
		return name
	}
	return name + ".service"
}

func manager1(method string, args ...any) host.BusCall {
	return host.BusCall{
		Dest: "org.freedesktop.systemd1", Object: "/org/freedesktop/systemd1",
		Interface: "org.freedesktop.systemd1.Manager", Method: method, Args: args,
	}
}

// readUnit reads a unit. ListUnitsByNames also returns unloaded units, and
// follows aliases.
func readUnit(ctx context.Context, rd host.Reader, name string) (unit, error) {
	full := unitName(name)
	reply, err := rd.Bus(ctx, manager1("ListUnitsByNames", []string{full}))
	if err != nil {
		return showUnit(ctx, rd, full)
	}
	rows := structs(reply)
	if len(rows) != 1 {
		return showUnit(ctx, rd, full)
	}
	u := unit{id: at(rows[0], 0), load: at(rows[0], 2), active: at(rows[0], 3)}
	u.file = fileState(ctx, rd, u.id)
	return u, nil
}

// fileState returns the state of the unit's file, or "" for a unit without a
// file.
func fileState(ctx context.Context, rd host.Reader, id string) string {
	reply, err := rd.Bus(ctx, manager1("GetUnitFileState", id))
	if err != nil || len(reply) != 1 {
		return ""
	}
	return fmt.Sprint(reply[0])
}

func showUnit(ctx context.Context, rd host.Reader, name string) (unit, error) {
	units, err := showUnits(ctx, rd, name)
	if err != nil {
		return unit{}, err
	}
	if len(units) == 0 {
		return unit{id: name, load: "not-found", active: "inactive"}, nil
	}
	return units[0], nil
}

// showUnits reads with systemctl show: paragraphs of KEY=VALUE. Without --all,
// a pattern omits loaded inactive units.
func showUnits(ctx context.Context, rd host.Reader, names ...string) ([]unit, error) {
	args := append([]string{"show", "--all", unitProperties, "--"}, names...)
	res, err := rd.Query(ctx, host.Command{Name: "systemctl", Args: args})
	return parseShow(string(res.Stdout)), err
}

func parseShow(out string) []unit {
	var units []unit
	for part := range strings.SplitSeq(out, "\n\n") {
		var u unit
		for line := range strings.Lines(part) {
			key, val, _ := strings.Cut(strings.TrimRight(line, "\n"), "=")
			switch key {
			case "Id":
				u.id = val
			case "LoadState":
				u.load = val
			case "ActiveState":
				u.active = val
			case "UnitFileState":
				u.file = val
			case "NeedDaemonReload":
				u.stale = val == "yes"
			}
		}
		if u.id != "" {
			units = append(units, u)
		}
	}
	return units
}

// needsReload reports whether the unit's files changed since systemd read them.
func needsReload(ctx context.Context, rd host.Reader, name string) bool {
	reply, err := rd.Bus(ctx, manager1("ListUnitsByNames", []string{unitName(name)}))
	rows := structs(reply)
	if err != nil || len(rows) != 1 {
		return false
	}
	reply, err = rd.Bus(ctx, host.BusCall{
		Dest: "org.freedesktop.systemd1", Object: at(rows[0], 6),
		Interface: "org.freedesktop.DBus.Properties", Method: "Get",
		Args: []any{"org.freedesktop.systemd1.Unit", "NeedDaemonReload"},
	})
	return err == nil && len(reply) == 1 && fmt.Sprint(reply[0]) == "true"
}

// found sets the properties of an instance. An unknown unit is absent.
func (u unit) found(ctx context.Context, rd host.Reader, inst *ral.Instance) *ral.Instance {
	if u.load == "not-found" && u.file == "" {
		inst.From = "LoadState of " + u.id + ": not-found"
		return inst.Set("ensure", value.Absent()).Set("enable", value.Absent())
	}
	inst.SetFrom("ensure", u.running(), "ActiveState of "+u.id+": "+u.active)
	return inst.SetFrom("enable", u.enabled(ctx, rd), "UnitFileState of "+u.id+": "+u.file)
}

// running decides like systemctl is-active: activating and failed are not
// running.
func (u unit) running() value.Value {
	switch u.active {
	case "active", "reloading", "refreshing":
		return value.Sym("running")
	case "":
		return value.Unread("systemctl does not show the state of the unit")
	}
	return value.Sym("stopped")
}

// enabled decides like systemctl is-enabled, but distinguishes masked. A unit
// generated from a script in /etc/init.d is enabled by the links of the
// script. An indirect unit is enabled if the units of its Also= are enabled.
func (u unit) enabled(ctx context.Context, rd host.Reader) value.Value {
	switch u.file {
	case "enabled", "enabled-runtime", "static", "alias", "transient":
		return yes(true)
	case "masked", "masked-runtime":
		return value.Sym("mask")
	case "indirect":
		return yes(readInstall(ctx, rd, u.id).alsoEnabled(ctx, rd))
	case "generated":
		links, err := startLinks(ctx, rd)
		link := links[strings.TrimSuffix(u.id, ".service")]
		if link == "" && err != nil {
			return value.Unread(err.Error())
		}
		return yes(link != "")
	}
	return yes(false)
}

// structs returns the rows of a reply that is a list of structures.
func structs(reply []any) [][]any {
	if len(reply) != 1 {
		return nil
	}
	rows, _ := reply[0].([][]any)
	return rows
}

func at(row []any, i int) string {
	if i >= len(row) {
		return ""
	}
	return fmt.Sprint(row[i])
}
