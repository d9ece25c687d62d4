package service

import (
	"context"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// install is the part of a unit's files that defines how to enable it
// (systemd.unit(5)) and which programs it runs (systemd.service(5)).
type install struct {
	known bool     // a file of the unit was read
	links []string // links that systemctl enable creates
	any   bool     // it can be enabled
	also  []string // units that are enabled with it

	programs []string // absolute paths of programs that a start runs and that must not fail
	rooted   bool     // they are below another root, or are mounted for the unit
}

// readInstall reads the file of a unit, or the file of its template, and its
// drop-ins.
func readInstall(ctx context.Context, rd host.Reader, unit string) (in install) {
	names := []string{unit}
	if prefix, _, isInstance := strings.Cut(unit, "@"); isInstance {
		names = append(names, prefix+"@"+path.Ext(unit))
	}
	var files []string
	for _, name := range names {
		for _, dir := range unitDirs() {
			if !in.known {
				data, err := rd.ReadFile(ctx, path.Join(dir, name))
				in.known = err == nil
				in.add(unit, string(data))
			}
			drops, err := rd.ReadDir(ctx, path.Join(dir, name+".d"))
			if err != nil {
				continue
			}
			for _, file := range drops {
				if strings.HasSuffix(file, ".conf") {
					files = append(files, path.Join(dir, name+".d", file))
				}
			}
		}
	}
	for _, file := range files {
		data, err := rd.ReadFile(ctx, file)
		in.known = in.known && err == nil
		in.add(unit, string(data))
	}
	return in
}

func (in *install) add(unit, text string) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
			continue
		}
		key, val, isSetting := strings.Cut(line, "=")
		if section == "[Service]" {
			in.service(strings.TrimSpace(key), strings.TrimSpace(val))
		}
		if section != "[Install]" || !isSetting {
			continue
		}
		if strings.TrimSpace(key) == "Also" {
			in.also = append(in.also, strings.Fields(val)...)
		}
		suffix, installs := map[string]string{"WantedBy": ".wants", "RequiredBy": ".requires", "UpheldBy": ".upholds", "Alias": "", "Also": ""}[strings.TrimSpace(key)]
		if !installs {
			continue
		}
		for _, name := range strings.Fields(val) {
			in.any = true
			if strings.TrimSpace(key) == "Also" {
				continue
			}
			if suffix != "" {
				in.links = append(in.links, path.Join(ownUnits, name+suffix, unit))
			} else {
				in.links = append(in.links, path.Join(ownUnits, name))
			}
		}
	}
}

// service parses a setting of [Service]. It ignores a program with a specifier
// or a variable in its name, or with a prefix, for example the prefix of
// programs that may fail.
func (in *install) service(key, val string) {
	switch {
	case strings.HasPrefix(key, "Root") || strings.HasPrefix(key, "Bind") || strings.HasPrefix(key, "Mount"):
		in.rooted = true
	case key != "ExecStart" && key != "ExecStartPre":
	case val == "":
		in.programs = nil // it resets earlier values
	case strings.HasPrefix(val, "/"):
		if program := strings.Fields(val)[0]; !strings.ContainsAny(program, `%$"'\\`) {
			in.programs = append(in.programs, program)
		}
	}
}

// missingProgram returns a missing program that a start of the unit runs, or
// "".
func missingProgram(ctx context.Context, rd host.Reader, unit string) string {
	in := readInstall(ctx, rd, unit)
	if in.rooted {
		return ""
	}
	for _, program := range in.programs {
		if there, err := rd.Exists(ctx, program); err == nil && !there {
			return program
		}
	}
	return ""
}

// alsoEnabled reports whether Also= names units, and all these units are
// enabled.
func (in install) alsoEnabled(ctx context.Context, rd host.Reader) bool {
	return len(in.also) > 0 && !slices.ContainsFunc(in.also, func(unit string) bool { return len(enablingLinks(ctx, rd, unit)) == 0 })
}

// static reports whether the unit is static without its links, because its
// files do not define how to enable it.
func (in install) static() bool { return in.known && !in.any }

// enablingLinks returns the links that enable a unit. It ignores errors.
func enablingLinks(ctx context.Context, rd host.Reader, unit string) (links []string) {
	names, err := rd.ReadDir(ctx, ownUnits)
	if err != nil {
		return nil
	}
	for _, name := range names {
		if !slices.Contains([]string{".wants", ".requires", ".upholds"}, path.Ext(name)) {
			continue
		}
		link := path.Join(ownUnits, name, unit)
		if info, err := rd.Lstat(ctx, link); err == nil && info.IsLink() {
			links = append(links, link)
		}
	}
	return links
}

// ownLinks returns the links that enable a unit and that systemctl enable does
// not create; their removal must record them for an undo.
func ownLinks(ctx context.Context, rd host.Reader, unit string) []string {
	in := readInstall(ctx, rd, unit)
	return slices.DeleteFunc(enablingLinks(ctx, rd, unit), func(link string) bool {
		return !in.known || slices.Contains(in.links, link)
	})
}
