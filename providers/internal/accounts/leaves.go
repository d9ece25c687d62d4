package accounts

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// leaves returns how usermod and groupmod leave the account files, as far as the
// arguments say: numbers and home directories of accounts that are there. A plan
// resolves the names of later resources with it. It returns nil for other tools.
func leaves(tool string, args []string) func(ctx context.Context, rd host.Reader) []host.File {
	if len(args) == 0 {
		return nil
	}
	name := args[len(args)-1]
	given := func(option string) string {
		if i := slices.Index(args, option); i >= 0 && i+1 < len(args)-1 {
			return args[i+1]
		}
		return ""
	}
	switch tool {
	case "usermod":
		set := map[int]string{2: given("-u"), 3: given("-g"), 5: given("-d")}
		if strings.Trim(set[3], "0123456789") != "" {
			set[3] = "" // the name of a group
		}
		return func(ctx context.Context, rd host.Reader) []host.File {
			return changed(ctx, rd, PasswdFile, 0, name, set)
		}
	case "groupmod":
		return func(ctx context.Context, rd host.Reader) []host.File {
			number := given("-g")
			files := changed(ctx, rd, GroupFile, 0, name, map[int]string{2: number})
			if was := numberOf(ctx, rd, name); was != "" && number != "" {
				files = append(files, changed(ctx, rd, PasswdFile, 3, was, map[int]string{3: number})...)
			}
			return files
		}
	}
	return nil
}

// changed returns an account file in which the fields of the lines with a value in
// the field at are set, or nothing if there is no such line.
func changed(ctx context.Context, rd host.Reader, file string, at int, is string, set map[int]string) []host.File {
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		return nil // the tool reports it
	}
	lines, found := strings.Split(string(data), "\n"), false
	for i, line := range lines {
		fields := strings.Split(line, ":")
		if at >= len(fields) || fields[at] != is {
			continue
		}
		for k, text := range set {
			if text != "" && k < len(fields) && fields[k] != text {
				fields[k], found = text, true
			}
		}
		lines[i] = strings.Join(fields, ":")
	}
	if !found {
		return nil
	}
	return []host.File{{Path: file, Data: []byte(strings.Join(lines, "\n"))}}
}

// numberOf returns the number of a group as text, or "".
func numberOf(ctx context.Context, rd host.Reader, name string) string {
	data, err := rd.ReadFile(ctx, GroupFile)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if fields := strings.Split(line, ":"); len(fields) > 2 && fields[0] == name {
			return fields[2]
		}
	}
	return ""
}
