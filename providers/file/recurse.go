package file

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func recurseParams() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "recurse", Kind: ral.Param, Values: ral.Literals("true", "false", "remote"), Example: "true",
			Doc: "Whether the contents of a directory are managed with the same owner, group and mode: the existing files and the files of the source " +
				"(`true`), or only the files of the source (`remote`). Files with a declaration, and files below them, follow that declaration.",
		},
		{
			Name: "recurselimit", Kind: ral.Param, Values: []ral.Allowed{{Pattern: digits}}, Example: "2",
			Doc: "The depth: 1 means the direct entries of the directory, 0 means no entries.",
		},
		{
			Name: "max_files", Kind: ral.Param, Values: []ral.Allowed{{Pattern: digits}, {Pattern: minusOne}}, Default: value.Int(0), Example: "20000",
			Doc: "The maximum number of files below the directory. With more files, ralsh manages no file below it. 0 and -1 mean no limit.",
		},
		standard.BoolParam("purge", "With `recurse => true`: whether ralsh removes files that are neither in the source nor declared. Directories also need `force`.", "false"),
		{
			Name: "ignore", Kind: ral.Param, IsList: true, Example: "*.bak",
			Doc: "Shell patterns of names that `recurse` skips, with everything below them. A leading dot must be in the pattern.",
		},
	}
}

var (
	digits   = lazyre.New(`^[0-9]+$`)
	minusOne = lazyre.New(`^-1$`)
)

// children returns the resources below a directory (semantics.md T53).
func children(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Decl, error) {
	if mode := r.Get("recurse").Text(); mode != "true" && mode != "remote" || r.Removing() {
		return nil, nil
	}
	wants := tree{follow: follows(r), limit: endless}
	for _, each := range r.Get("ignore").Elements() {
		wants.ignore = append(wants.ignore, each.Text())
	}
	if n, err := strconv.Atoi(r.Get("recurselimit").Text()); err == nil {
		wants.limit = n
	}
	from, err := sourceTrees(ctx, rd, r, wants)
	if err != nil {
		return nil, err
	}
	here := make(map[string]entry)
	if r.Get("recurse").IsSym("true") {
		local, err := walk(ctx, rd, r.Name(), wants)
		if err != nil {
			return nil, err
		}
		for _, e := range local {
			here[e.rel] = e
		}
	}
	return family(r, here, from)
}

// sourceTrees returns the files below the sources, each with its source.
func sourceTrees(ctx context.Context, rd host.Reader, r *ral.Resource, wants tree) (map[string]string, error) {
	from := make(map[string]string)
	for _, source := range sources(r) {
		dir, err := open(ctx, rd, r, source)
		if err == nil {
			_, err = dir.describe(ctx, wants.follow)
		}
		if host.IsMissing(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list, err := walk(ctx, dir.files, dir.path, wants)
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			if _, before := from[e.rel]; !before {
				from[e.rel] = dir.below(e.rel)
			}
		}
		if !r.Get("sourceselect").IsSym("all") {
			break
		}
	}
	return from, nil
}

// family declares each file of here and from, by path. It omits declared files
// with everything below them, and everything below a directory to be removed.
func family(r *ral.Resource, here map[string]entry, from map[string]string) ([]ral.Decl, error) {
	all := make(map[string]bool, len(here)+len(from))
	for rel := range here {
		all[rel] = true
	}
	for rel := range from {
		all[rel] = true
	}
	if most, err := strconv.Atoi(r.Get("max_files").Text()); err == nil && most > 0 && len(all) > most {
		return nil, fmt.Errorf("The directory '%s' contains %d entries, which exceeds the limit of %d specified by the max_files parameter for this resource", r.Name(), len(all), most)
	}
	inherited := heritage(r)
	left := make(map[string]bool)
	list := make([]ral.Decl, 0, len(all))
	for _, rel := range slices.Sorted(maps.Keys(all)) {
		name := path.Join(r.Name(), rel)
		if up := path.Dir(rel); up != "." && left[up] || r.Peer("file", name) != nil {
			left[rel] = true
			continue
		}
		d := ral.Decl{Type: "file", Title: name, Provider: r.Decl.Provider, Pos: r.Decl.Pos}
		d.Attrs = append(make([]ral.Attr, 0, len(inherited)+2), inherited...)
		source, copied := from[rel]
		switch {
		case copied:
			d.Attrs = append(d.Attrs, ral.Attr{Name: "source", Value: asGiven(r, source)})
		case r.True("purge"):
			d.Attrs = append(d.Attrs, ral.Attr{Name: "ensure", Value: value.Absent()})
			left[rel] = here[rel].info.IsDir()
		default:
			d = d.With("checksum", value.Str("none"))
		}
		list = append(list, d)
	}
	return list, nil
}

// asGiven returns the source of a child, as a secret if the parent's source is
// a secret.
func asGiven(r *ral.Resource, source string) value.Value {
	if r.IsSecret("source") {
		return value.Secret(value.Str(source))
	}
	return value.Str(source)
}

// heritage returns the attributes that children inherit from a directory. The
// relationships of the directory apply to them, because they belong to it.
func heritage(r *ral.Resource) []ral.Attr {
	own := strings.Fields("path name ensure recurse recurselimit max_files target alias source sourceselect purge ignore " +
		"content checksum_value require before notify subscribe")
	return slices.DeleteFunc(slices.Clone(r.Decl.Attrs), func(a ral.Attr) bool { return slices.Contains(own, a.Name) })
}
