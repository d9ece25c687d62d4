package pkg

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

const status = `Package: bash
Status: install ok installed
Priority: required
Architecture: amd64
Version: 5.2.15-2+b2
Description: GNU Bourne Again SHell
 Package: not-a-field
 Version: 9

Package: exim4-daemon-light
Status: install ok installed
Architecture: amd64
Version: 4.96-15
Provides: exim4-localscanapi-6.0, mail-transport-agent, default-mta (= 1)

Package: held
Status: hold ok installed
Architecture: all
Version: 1:2.0-1

Package: left
Status: deinstall ok config-files
Architecture: amd64
Version: 0.9
`

// debian returns a fake host whose apt-get, apt-mark and dpkg change the status file
// as the real tools do. repo lists the versions in the repositories, the highest
// last.
func debian(files map[string]string, repo map[string][]string, opts ...fakehost.Option) *fakehost.Host {
	all := map[string]string{dpkgdb.StatusFile: status}
	for name, text := range files {
		all[name] = text
	}
	f := fakehost.New(all, opts...)
	f.Command(aptGet, aptCache, aptMark, preseed, dpkgTool, "/usr/bin/dpkg-deb", "/usr/bin/dpkg-query")
	f.Handle("apt-get", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		return runAptGet(f, repo, cmd)
	})
	f.Handle("apt-cache", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		return runAptCache(f, repo, cmd)
	})
	f.Handle("apt-mark", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] == "auto" {
			f.Put(dpkgdb.StatesFile, "Package: "+cmd.Args[1]+"\nArchitecture: amd64\nAuto-Installed: 1\n\n", 0o644)
			return host.Result{}
		}
		word := map[string]string{"hold": "hold", "unhold": "install"}[cmd.Args[0]]
		return setStatus(f, cmd.Args[1], word+" ok installed", "")
	})
	f.Handle("debconf-set-selections", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
	f.Handle("dpkg", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result { return runDpkg(f, cmd) })
	f.Handle("dpkg-deb", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		_, version := packed(cmd.Args[len(cmd.Args)-1], "_", "2.0")
		return host.Result{Stdout: []byte(version)}
	})
	return f
}

func runAptGet(f *fakehost.Host, repo map[string][]string, cmd host.Command) host.Result {
	simulate := slices.Contains(cmd.Args, "-s")
	at := slices.IndexFunc(cmd.Args, func(a string) bool { return a == "install" || a == "remove" || a == "purge" })
	var out strings.Builder
	for _, target := range cmd.Args[at+1:] {
		if strings.HasPrefix(target, "-") {
			continue
		}
		name, version, _ := strings.Cut(target, "=")
		versions := repo[name]
		if cmd.Args[at] == "install" && (len(versions) == 0 || version != "" && !slices.Contains(versions, version)) {
			return host.Result{Exit: 100, Stderr: []byte("E: Unable to locate package " + name + "\n")}
		}
		if cmd.Args[at] == "install" && version == "" {
			version = versions[len(versions)-1]
		}
		if simulate {
			word := map[string]string{"install": "Inst " + name + " (" + version + " Local [all])", "remove": "Remv " + name + " [1]", "purge": "Purg " + name + " [1]"}
			fmt.Fprintf(&out, "%s\nInst %s-common (%s Local [all])\nConf %s (x)\n", word[cmd.Args[at]], name, version, name)
			continue
		}
		if name == "breaks" {
			return host.Result{Exit: 100, Stderr: []byte("E: Sub-process /usr/bin/dpkg returned an error code (1)\n")}
		}
		switch cmd.Args[at] {
		case "install":
			setStatus(f, name, "install ok installed", version)
		case "remove":
			setStatus(f, name, "deinstall ok config-files", "")
		case "purge":
			dropStatus(f, name)
		}
	}
	return host.Result{Stdout: []byte(out.String())}
}

func runAptCache(f *fakehost.Host, repo map[string][]string, cmd host.Command) host.Result {
	var out strings.Builder
	verb := slices.IndexFunc(cmd.Args, func(a string) bool { return a == "policy" || a == "madison" })
	for _, name := range cmd.Args[verb+1:] {
		versions := repo[name]
		if cmd.Args[verb] == "madison" {
			for _, v := range slices.Backward(versions) {
				fmt.Fprintf(&out, "%10s | %10s | http://repo.example ./ Packages\n", name, v)
			}
			continue
		}
		if len(versions) > 0 {
			fmt.Fprintf(&out, "%s:\n  Installed: (none)\n  Candidate: %s\n  Version table:\n", name, versions[len(versions)-1])
		}
	}
	return host.Result{Stdout: []byte(out.String())}
}

func runDpkg(f *fakehost.Host, cmd host.Command) host.Result {
	last := cmd.Args[len(cmd.Args)-1]
	switch {
	case slices.Contains(cmd.Args, "-i"):
		name, version := packed(last, "_", "2.0")
		return setStatus(f, name, "install ok installed", version)
	case slices.Contains(cmd.Args, "-r"):
		return setStatus(f, last, "deinstall ok config-files", "")
	case slices.Contains(cmd.Args, "-P"):
		return dropStatus(f, last)
	}
	name, word, _ := strings.Cut(strings.TrimSpace(string(cmd.Stdin)), " ")
	return setStatus(f, name, word+" ok installed", "")
}

// packed returns the package and version in a file name such as tiny_1.0_all.deb. Any
// other name is a package name itself.
func packed(file, sep, version string) (string, string) {
	if parts := strings.SplitN(path.Base(file), sep, 3); len(parts) == 3 {
		return parts[0], parts[1]
	}
	return "fromfile", version
}

func paragraphs(f *fakehost.Host, name string) (before string, mine string, after string) {
	for _, p := range strings.SplitAfter(f.Content(dpkgdb.StatusFile), "\n\n") {
		switch {
		case strings.HasPrefix(p, "Package: "+name+"\n"):
			mine = p
		case mine == "":
			before += p
		default:
			after += p
		}
	}
	return before, mine, after
}

func setStatus(f *fakehost.Host, name, status, version string) host.Result {
	before, mine, after := paragraphs(f, name)
	if version == "" {
		version = "0"
		for line := range strings.Lines(mine) {
			if v, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "Version: "); ok {
				version = v
			}
		}
	}
	provides := ""
	for line := range strings.Lines(mine) {
		if strings.HasPrefix(line, "Provides: ") {
			provides = line
		}
	}
	p := fmt.Sprintf("Package: %s\nStatus: %s\nArchitecture: all\nVersion: %s\n%s\n", name, status, version, provides)
	f.Put(dpkgdb.StatusFile, strings.TrimRight(before, "\n")+"\n\n"+p+after, 0o644)
	return host.Result{}
}

func dropStatus(f *fakehost.Host, name string) host.Result {
	before, _, after := paragraphs(f, name)
	f.Put(dpkgdb.StatusFile, before+after, 0o644)
	return host.Result{}
}

type facts map[string]string

func (f facts) Fact(_ context.Context, name string) (value.Value, error) {
	if v, ok := f[name]; ok {
		return value.Str(v), nil
	}
	return value.Value{}, nil
}

// here is a registry on a fake host.
type here struct {
	t   *testing.T
	env *onhost.Env
	f   *fakehost.Host
}

func on(t *testing.T, f *fakehost.Host, known facts) here {
	t.Helper()
	reg := raltest.Registry(t, Register)
	return here{t, onhost.NewEnv(reg, f.Reader(), known), f}
}

var debianFacts = facts{"os.family": "Debian", "os.name": "Debian", "os.release.major": "12"}

// resource builds and reads one resource.
func (h here) resource(provider, name string, attrs ...string) (*onhost.Run, *ral.Resource) {
	h.t.Helper()
	d := ral.Decl{Type: "package", Title: name, Provider: provider}
	for i := 0; i+1 < len(attrs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: attrs[i], Value: value.Str(attrs[i+1])})
	}
	r, diags := h.env.Build(h.t.Context(), d)
	if err := diags.Err(); err != nil {
		h.t.Fatalf("%s: %v", d.Ref(), err)
	}
	run := onhost.NewRun(h.env, h.f.Reader())
	found, err := run.Retrieve(h.t.Context(), r)
	if err != nil {
		h.t.Fatalf("%s: %v", d.Ref(), err)
	}
	r.Found = found
	return run, r
}

// set does what the transaction does for a property that is out of sync.
func (h here) set(run *onhost.Run, r *ral.Resource, attr string) error {
	ops, wr := run.Ops(r.Provider), h.f.Writer().Allow(r.Provider.Queries("/")...)
	switch should := r.Get(attr); {
	case attr == "ensure" && should.IsSym("present"):
		return ops.Create(h.t.Context(), wr, r)
	case attr == "ensure" && should.IsAbsent():
		return ops.Destroy(h.t.Context(), wr, r)
	default:
		return ops.Set(h.t.Context(), wr, r, attr, should)
	}
}

// ran returns the command lines since index from.
func (h here) ran(from int) []string {
	var lines []string
	for _, cmd := range h.f.Ran()[from:] {
		lines = append(lines, cmd.String())
	}
	return lines
}
