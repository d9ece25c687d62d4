package augeas

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func rootOption() []string { return []string{"--root", "{root}"} }

func augtool() ral.Provider {
	return ral.Provider{
		Name: "augtool",
		Doc: "Augeas by its tool augtool(1), with the commands on standard input. While looking, Augeas is called so that it writes nothing " +
			"(`/augeas/save` is noop) before it loads anything, and asked which files it would have written.",
		Commands: []ral.Command{{Binary: "augtool", Queries: [][]string{{"--noload"}}, Root: rootOption()}},
		New:      func() any { return tool{} },
	}
}

type tool struct{}

// noop returns the beginning of every script that only reads.
func noop() []string { return []string{"set /augeas/save noop", "load"} }

// command returns an augtool command with a script. first are options that
// precede all others.
func command(rd host.Reader, r *ral.Resource, first []string, lines []string) host.Command {
	args := ral.RootArgs(rootOption(), rd.Root(), first...)
	if root := r.Get("root").Text(); root != "/" && root != "" {
		args = append(args, "--root", path.Join(rd.Root(), root))
	}
	for _, folder := range loadPath(r) {
		args = append(args, "--include", folder)
	}
	if r.True("type_check") {
		args = append(args, "--typecheck")
	}
	if r.Has("lens") {
		args = append(args, "--noautoload", "--transform", r.Get("lens").Text()+" incl "+r.Get("incl").Text())
	}
	// augtool saves its history in the home directory of its user, even without
	// HOME.
	return host.Command{
		Name: "augtool", Args: args, Homeless: true, Stdin: []byte(strings.Join(lines, "\n") + "\n"),
	}
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
	if ok, err := wanted(ctx, rd, r); err != nil || !ok {
		if err != nil {
			return nil, err
		}
		return settled("onlyif does not hold")
	}
	lines, err := script(r)
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return settled("there are no changes")
	}
	files, err := wouldWrite(ctx, rd, r, lines)
	switch {
	case err != nil:
		return nil, err
	case len(files) > 0:
		return inst.SetFrom("returns", value.Str("need_to_run"), "augtool would write "+strings.Join(files, ", ")), nil
	case r.True("force"):
		return inst.SetFrom("returns", value.Str("need_to_run"), "force"), nil
	}
	return settled("augtool would write no file")
}

// wanted evaluates onlyif.
func wanted(ctx context.Context, rd host.Reader, r *ral.Resource) (bool, error) {
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
	out, err := ask(ctx, rd, r, []string{verb + quoted})
	return c.holds(parseNodes(out)), err
}

// wouldWrite returns the files that Augeas would write. It returns an error if
// a lens cannot read its only file, because then nothing would change.
func wouldWrite(ctx context.Context, rd host.Reader, r *ral.Resource, lines []string) ([]string, error) {
	out, err := ask(ctx, rd, r, slices.Concat(lines, []string{"save", "match /augeas/events/saved", "match /augeas//error/message"}))
	var files []string
	said := ""
	for _, n := range parseNodes(out) {
		switch {
		case strings.HasPrefix(n.path, "/augeas/events/saved"):
			files = append(files, strings.TrimPrefix(n.value, "/files"))
		case r.Has("incl") && said == "":
			said = n.value
		}
	}
	if err == nil && said != "" {
		err = fmt.Errorf("augeas cannot read %s with %s: %s", r.Get("incl").Text(), r.Get("lens").Text(), said)
	}
	return files, err
}

// ask runs a script that only reads.
func ask(ctx context.Context, rd host.Reader, r *ral.Resource, lines []string) (string, error) {
	res, err := rd.Query(ctx, command(rd, r, []string{"--noload"}, slices.Concat(noop(), lines)))
	var failed *host.CommandError
	if errors.As(err, &failed) && failed.Cause == nil && failed.Result.Signal == "" {
		err = explained(failed.Result)
	}
	return strings.ToValidUTF8(string(res.Stdout), "?"), err
}

// explained returns why augtool failed: its message, and that of a lens that
// could not write a tree.
func explained(res host.Result) error {
	text := strings.Join(res.Tail(1), "")
	for _, n := range parseNodes(string(res.Stdout)) {
		if strings.HasPrefix(n.path, "/augeas/files/") {
			text += ": " + n.value
		}
	}
	return errors.New("augeas: " + text)
}

// Set makes the changes. It names the files that they edit, for an undo.
func (tool) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, _ value.Value) error {
	lines, err := script(r)
	if err != nil {
		return err
	}
	files, err := wouldWrite(ctx, wr.Reader(), r, lines)
	if err != nil {
		return err
	}
	cmd := command(wr.Reader(), r, []string{"--echo"}, append(lines, "save"))
	for _, file := range files {
		file = path.Join("/", r.Get("root").Text(), file)
		if real, err := wr.Reader().RealPath(ctx, file); err == nil {
			file = real // Augeas writes what a link leads to
		}
		cmd.Edits = append(cmd.Edits, file)
	}
	return wr.Run(ctx, cmd)
}
