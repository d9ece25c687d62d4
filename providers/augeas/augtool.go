package augeas

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func rootOption() []string { return []string{"--root", "{root}"} }

// privateRoot returns the option for the root of a call that saves: a directory with
// copies.
func privateRoot() []string { return []string{"--root", "{private}"} }

func augtool() ral.Provider {
	return ral.Provider{
		Name: "augtool",
		Doc: "Runs Augeas's tool augtool(1), with the commands on standard input. augtool makes the changes in private copies of the files, " +
			"and ralsh writes the files that differ.",
		Commands: []ral.Command{{Binary: "augtool", Queries: [][]string{{"--noload"}, privateRoot()}, Root: rootOption()}},
		New:      func() any { return tool{} },
	}
}

type tool struct{}

// query runs augtool with a script. first contains options that precede all other
// options.
func query(ctx context.Context, rd host.Reader, r *ral.Resource, first []string, private map[string][]byte, lines []string) (host.Result, error) {
	args := ral.RootArgs(rootOption(), rd.Root(), first...)
	for _, dir := range loadPath(r) {
		args = append(args, "--include", dir)
	}
	if r.True("type_check") {
		args = append(args, "--typecheck")
	}
	if r.Has("lens") {
		args = append(args, "--noautoload", "--transform", r.Get("lens").Text()+" incl "+r.Get("incl").Text())
	}
	// augtool saves its history in the home directory of its user, even without HOME.
	res, err := rd.Query(ctx, host.Command{
		Name: "augtool", Args: args, Homeless: true, Private: private, Stdin: []byte(strings.Join(lines, "\n") + "\n"),
	})
	if failed, ok := errors.AsType[*host.CommandError](err); ok && failed.Cause == nil && failed.Result.Signal == "" {
		err = explained(failed.Result)
	}
	return res, err
}

// loadPath returns the directories of lenses of a resource, then those of modules.
func loadPath(r *ral.Resource) []string {
	var dirs []string
	for _, el := range r.Get("load_path").Elements() {
		dirs = append(dirs, strings.Split(el.Text(), ":")...)
	}
	if modules, ok := r.Files.(ral.LensServer); ok {
		dirs = append(dirs, modules.LensDirs()...)
	}
	return dirs
}

// Retrieve determines whether the changes would modify any file.
func (tool) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst := ral.NewInstance(r.Type, r.Name())
	settled := func(from string) (*ral.Instance, error) { return inst.SetFrom("returns", value.Str("0"), from), nil }
	if ok, err := onlyIf(ctx, rd, r); err != nil || !ok {
		if err != nil {
			return nil, err
		}
		return settled("the condition onlyif is false")
	}
	files, err := changed(ctx, rd, r)
	switch {
	case err != nil:
		return nil, err
	case len(files) > 0:
		return inst.SetFrom("returns", value.Str("need_to_run"), "the changes modify "+strings.Join(slices.Sorted(maps.Keys(files)), ", ")), nil
	case r.True("force"):
		return inst.SetFrom("returns", value.Str("need_to_run"), "force"), nil
	}
	return settled("the changes modify no file")
}

// onlyIf evaluates onlyif.
func onlyIf(ctx context.Context, rd host.Reader, r *ral.Resource) (bool, error) {
	if !r.Has("onlyif") {
		return true, nil
	}
	c, err := parseCondition(r.Get("onlyif").Text())
	if err != nil {
		return false, err
	}
	if c.path[0] != '/' {
		c.path = contextOf(r) + "/" + c.path
	}
	quoted, err := quote(c.path)
	if err != nil {
		return false, err
	}
	verb := "match "
	if c.get {
		verb = "get "
	}
	copies, err := copiesFor(ctx, rd, r, []string{c.path})
	if err != nil {
		return false, err
	}
	res, err := query(ctx, rd, r, privateRoot(), copies, []string{verb + quoted})
	return c.holds(parseNodes(string(res.Stdout))), err
}

// changed makes the changes in private copies, and returns the files that differ, with
// their new content, or nil for a file that augtool removed. It returns an error if a
// lens cannot read its only file, because the changes would have no effect.
func changed(ctx context.Context, rd host.Reader, r *ral.Resource) (map[string][]byte, error) {
	lines, paths, err := script(r)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	copies, err := copiesFor(ctx, rd, r, paths)
	if err != nil {
		return nil, err
	}
	res, err := query(ctx, rd, r, privateRoot(), copies, append(lines, "save", "match /augeas//error/message"))
	if err != nil {
		return nil, err
	}
	if text := parseNodes(string(res.Stdout)); r.Has("incl") && len(text) > 0 {
		return nil, fmt.Errorf("augeas cannot read %s with %s: %s", r.Get("incl").Text(), r.Get("lens").Text(), text[0].value)
	}
	files := make(map[string][]byte)
	for file := range copies {
		if _, there := res.Private[file]; !there && !strings.HasSuffix(file, "/") {
			files[onHost(r, file)] = nil
		}
	}
	for file, data := range res.Private {
		if before, ok := copies[file]; !ok || !bytes.Equal(before, data) {
			files[onHost(r, file)] = data
		}
	}
	return files, nil
}

// onHost returns the path of a file of Augeas below the parameter root.
func onHost(r *ral.Resource, file string) string { return path.Join("/", r.Get("root").Text(), file) }

// explained returns augtool's error message, with the message of a lens that could not
// write a tree.
func explained(res host.Result) error {
	text := strings.Join(res.Tail(1), "")
	for _, n := range parseNodes(string(res.Stdout)) {
		if strings.HasPrefix(n.path, "/augeas/files/") {
			text += ": " + n.value
		}
	}
	return errors.New("augeas: " + text)
}

// Set writes the files that the changes modify, and deletes the files that they remove.
func (tool) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, _ value.Value) error {
	files, err := changed(ctx, wr.Reader(), r)
	if err != nil {
		return err
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if data := files[file]; data != nil {
			err = wr.WriteFile(ctx, file, data, host.WriteOptions{})
		} else {
			err = wr.Remove(ctx, file, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
