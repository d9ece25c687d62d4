package selmodule

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const (
	moduleTool  = "/usr/sbin/semodule"
	rebuildTime = 5 * time.Minute // timeout of a policy change
)

func semodule() ral.Provider {
	return ral.Provider{
		Name:      "semodule",
		Doc:       "Manages modules with semodule(8). SELinux may be disabled, but /var/lib/selinux must contain a policy.",
		Commands:  []ral.Command{{Binary: moduleTool, Queries: [][]string{{"--list"}}, QueryFiles: []string{"/etc/selinux", "/var/lib/selinux"}}},
		Confines:  []condition.Confine{condition.FileExists("/var/lib/selinux")},
		NeedsRoot: "only root can read and change the policy",
		Writes:    ral.Writes{Reach: func(*ral.Resource, host.Act) ral.Reach { return policy() }},
		New:       func() any { return tool{} },
	}
}

// policy returns the reach of a policy change: its files and booleans.
func policy() ral.Reach {
	return ral.Reach{Types: []string{"selmodule", "selboolean"}, Paths: []string{"/etc/selinux", "/var/lib/selinux"}}
}

type tool struct{}

// List queries all modules.
func (tool) List(ctx context.Context, in *ral.Listing) error {
	list, err := modules(ctx, in.Reader)
	for _, m := range list {
		inst := in.NewInstance(m.name).Set("ensure", value.Present())
		inst.From = fmt.Sprintf("semodule --list, line %d", m.line)
		in.Yield(inst)
	}
	return err
}

type module struct {
	name, version string
	line          int
}

func modules(ctx context.Context, rd host.Reader) ([]module, error) {
	res, err := rd.Query(ctx, host.Command{Name: moduleTool, Args: []string{"--list"}})
	if err != nil {
		return nil, err
	}
	return parse(string(res.Stdout))
}

// parse parses a name per line, followed by a version before semodule 3. A different line
// is an error, because an empty list would reinstall every module. parse returns the
// modules of the valid lines anyway.
func parse(out string) ([]module, error) {
	var list []module
	var failed error
	n := 0
	for line := range strings.Lines(out) {
		n++
		words := strings.Fields(line)
		switch {
		case len(words) == 0, strings.HasPrefix(line, "No modules"):
			continue
		case len(words) > 2 || !names.MatchString(words[0]):
			if failed == nil {
				failed = fmt.Errorf("cannot read the output of semodule --list: expected NAME or NAME VERSION, got %.80q", strings.TrimSpace(line))
			}
			continue
		}
		m := module{name: words[0], line: n}
		if len(words) == 2 {
			m.version = words[1]
		}
		list = append(list, m)
	}
	return list, failed
}

// Retrieve finds a module, and compares its version with its file if syncversion is set.
func (tool) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	list, err := modules(ctx, rd)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		if m.name != r.Name() {
			continue
		}
		inst := ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Present())
		inst.From = fmt.Sprintf("semodule --list, line %d", m.line)
		if !r.Has("syncversion") {
			return inst, nil
		}
		is, err := sameVersion(ctx, rd, m, fileOf(r))
		return inst.Set("syncversion", is), err
	}
	gone := ral.AbsentInstance(r.Type, r.Name())
	gone.From = "semodule --list"
	return gone, nil
}

func sameVersion(ctx context.Context, rd host.Reader, m module, file string) (value.Value, error) {
	if m.version == "" {
		return value.Unread("this version of semodule does not print versions"), nil
	}
	data, err := rd.ReadFile(ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		return value.Unread(file + " does not exist"), nil
	}
	if err != nil {
		return value.Value{}, err
	}
	version, err := versionIn(data)
	if err != nil {
		return value.Value{}, fmt.Errorf("cannot read %s: %w", file, err)
	}
	if version == m.version {
		return value.Sym("true"), nil
	}
	return value.Sym("false"), nil
}

// versionIn returns the version in a policy package (libsepol, module.c and
// write.c): magic, version and the offsets of its sections; then the magic of a
// module, its kind, five numbers, its name and its version, each string after
// its length. All numbers are little-endian.
func versionIn(data []byte) (string, error) {
	const magic = 0xf97cff8f
	bad := errors.New("the file is not a policy package")
	number := func() (uint32, bool) {
		if len(data) < 4 {
			return 0, false
		}
		n := binary.LittleEndian.Uint32(data)
		data = data[4:]
		return n, true
	}
	text := func() (string, bool) {
		n, ok := number()
		if !ok || uint64(n) > uint64(len(data)) {
			return "", false
		}
		s := string(data[:n])
		data = data[n:]
		return s, true
	}
	first, ok := number()
	_, haveVersion := number()
	sections, haveSections := number()
	skip := (uint64(sections) + 1) * 4
	if !ok || !haveVersion || !haveSections || first != magic || skip > uint64(len(data)) {
		return "", bad
	}
	data = data[skip:]
	if kind, ok := text(); !ok || kind != "SE Linux Module" || len(data) < 20 {
		return "", bad
	}
	data = data[20:]
	if _, ok := text(); !ok {
		return "", bad
	}
	version, ok := text()
	if !ok || version == "" {
		return "", bad
	}
	return version, nil
}

// Create installs the module from its file.
func (tool) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: moduleTool, Args: []string{"--install", fileOf(r)}, Timeout: rebuildTime})
}

// Destroy removes the module.
func (tool) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return wr.Run(ctx, host.Command{Name: moduleTool, Args: []string{"--remove", r.Name()}, Timeout: rebuildTime})
}

// Set installs the file's version.
func (t tool) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, _ value.Value) error {
	return t.Create(ctx, wr, r)
}
