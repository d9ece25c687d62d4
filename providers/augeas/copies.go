package augeas

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
)

// copiesFor returns the files that augtool needs for some paths of its tree, with their
// current or planned content. Root does not read a file through a link through which it
// would not write. The result contains directories, because Augeas may create files in
// them.
func copiesFor(ctx context.Context, rd host.Reader, r *ral.Resource, paths []string) (map[string][]byte, error) {
	ctx = host.WithTrustedLinks(ctx)
	copies := make(map[string][]byte)
	if incl := r.Get("incl").Text(); r.Has("incl") && !strings.ContainsAny(incl, `*?[\`) {
		return copies, add(ctx, rd, r, copies, incl)
	}
	for _, text := range paths {
		known, err := addNamed(ctx, rd, r, copies, text)
		if err != nil {
			return nil, err
		}
		if !known {
			return copies, addLoaded(ctx, rd, r, copies)
		}
	}
	return copies, nil
}

// add adds a file, or its directory if the file does not exist.
func add(ctx context.Context, rd host.Reader, r *ral.Resource, copies map[string][]byte, file string) error {
	data, err := rd.ReadFile(ctx, onHost(r, file))
	if err == nil {
		copies[path.Clean(file)] = data
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if info, err := rd.Stat(ctx, onHost(r, path.Dir(file))); err == nil && info.IsDir() {
		copies[path.Clean(path.Dir(file))+"/"] = nil
	}
	return nil
}

// addNamed adds the file of a path in the tree, and reports whether the path determines
// the file.
func addNamed(ctx context.Context, rd host.Reader, r *ral.Resource, copies map[string][]byte, text string) (bool, error) {
	if strings.HasPrefix(text, "$") {
		return true, nil // a variable: the change that defines it has its path
	}
	rest, ok := strings.CutPrefix(text, "/files/")
	if !ok || strings.Contains(rest, "/files") {
		return !strings.HasPrefix(text, "/"), nil // relative to another path
	}
	file := ""
	for name := range strings.SplitSeq(rest, "/") {
		if name == "" || strings.ContainsAny(name, `*[]()$\"'=+`) {
			return false, nil
		}
		file += "/" + name
		info, err := rd.Stat(ctx, onHost(r, file))
		if err == nil && info.IsDir() {
			continue
		}
		return true, add(ctx, rd, r, copies, file)
	}
	return false, nil
}

// addLoaded adds all files that Augeas loads. Augeas cannot load an unreadable file
// either.
func addLoaded(ctx context.Context, rd host.Reader, r *ral.Resource, copies map[string][]byte) error {
	first := []string{"--noload"}
	if root := r.Get("root").Text(); root != "/" && root != "" {
		first = append(first, "--root", path.Join(rd.Root(), root))
	}
	res, err := query(ctx, rd, r, first, nil, []string{"load", "match /augeas/files//path"})
	if err != nil {
		return err
	}
	for _, n := range parseNodes(string(res.Stdout)) {
		if file, ok := strings.CutPrefix(n.value, "/files"); ok {
			if err := add(ctx, rd, r, copies, file); err != nil {
				continue
			}
		}
	}
	return nil
}
