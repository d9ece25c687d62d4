package service

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

// booted returns a fake host with systemd. Its units are files /units/NAME with
// "LOAD ACTIVE FILESTATE"; an alias is a link.
func booted(bus bool) *fakehost.Host {
	f := fakehost.New(map[string]string{
		"/proc/1/comm":                 "systemd\n",
		"/units/cron.service":          "loaded active enabled",
		"/units/ssh.service":           "loaded active enabled",
		"/units/static.service":        "loaded inactive static",
		"/units/masked.service":        "masked inactive masked",
		"/units/off.service":           "loaded failed disabled",
		"/units/old.service":           "loaded active generated",
		"/units/never.service":         "loaded inactive generated",
		"/units/getty@.service":        "loaded inactive enabled",
		"/units/getty@tty1.service":    "loaded active enabled",
		"/units/modprobe@.service":     "loaded inactive static",
		"/units/modprobe@fuse.service": "loaded active static",
		"/units/starting.service":      "loaded activating indirect",
		"/units/dbus.socket":           "loaded active static",
		"/etc/rc2.d/S01old":            "",
		"/etc/rc2.d/K01never":          "",
		"/etc/rc2.d/README":            "",
		"/units/changed.service":       "loaded inactive disabled",
		"/units/broken@host.service":   "not-found inactive -",
	})
	f.Link("/units/sshd.service", "ssh.service")
	f.Command("/usr/bin/systemctl")
	f.Handle("systemctl", runSystemctl)
	if bus {
		handleBus(f)
	}
	return f
}

func unitOf(f *fakehost.Host, name string) (id string, words []string) {
	id = name
	if target, err := f.Reader().ReadLink(context.Background(), "/units/"+name); err == nil {
		id = target
	}
	text := f.Content("/units/" + id)
	if text == "" {
		text = "not-found inactive -"
	}
	return id, strings.Fields(text)
}

func unitNames(f *fakehost.Host) []string {
	names, _ := f.Reader().ReadDir(context.Background(), "/units")
	return names
}

func handleBus(f *fakehost.Host) {
	const manager = "org.freedesktop.systemd1.Manager."
	row := func(name string) []any {
		id, w := unitOf(f, name)
		return []any{id, "about it", w[0], w[1], "sub", "", "/unit/" + id, uint32(0), "", "/"}
	}
	f.HandleBus(manager+"ListUnitsByNames", func(c host.BusCall) ([]any, error) {
		return []any{[][]any{row(c.Args[0].([]string)[0])}}, nil
	})
	f.HandleBus(manager+"GetUnitFileState", func(c host.BusCall) ([]any, error) {
		_, w := unitOf(f, c.Args[0].(string))
		if w[2] == "-" {
			return nil, errors.New("No such file or directory")
		}
		return []any{w[2]}, nil
	})
	f.HandleBus(manager+"ListUnitsByPatterns", func(c host.BusCall) ([]any, error) {
		var rows [][]any
		for _, name := range unitNames(f) {
			if id, w := unitOf(f, name); id == name && !strings.Contains(name, "@.") && w[1] != "inactive" && meant(c, name) {
				rows = append(rows, row(name))
			}
		}
		return []any{rows}, nil
	})
	f.HandleBus(manager+"ListUnitFilesByPatterns", func(c host.BusCall) ([]any, error) {
		var rows [][]any
		for _, name := range unitNames(f) {
			id, w := unitOf(f, name)
			switch {
			case !meant(c, name):
			case id != name:
				rows = append(rows, []any{"/etc/systemd/system/" + name, "alias"})
			case w[2] != "-" && !instance(name):
				rows = append(rows, []any{"/lib/systemd/system/" + name, w[2]})
			}
		}
		return []any{rows}, nil
	})
	f.HandleBus("org.freedesktop.DBus.Properties.Get", func(c host.BusCall) ([]any, error) {
		return []any{strings.Contains(c.Object, "changed")}, nil
	})
}

// instance reports whether a unit is an instance of a template, without a file.
func instance(name string) bool {
	return strings.Contains(name, "@") && !strings.Contains(name, "@.")
}

// meant reports whether one of the patterns of a call matches a unit.
func meant(c host.BusCall, name string) bool {
	return slices.ContainsFunc(c.Args[1].([]string), func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

// runSystemctl simulates systemctl.
func runSystemctl(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
	verb, name := cmd.Args[0], unitName(cmd.Args[len(cmd.Args)-1])
	switch verb {
	case "show":
		return host.Result{Stdout: []byte(showText(f, cmd.Args[slices.Index(cmd.Args, "--")+1:]))}
	case "list-unit-files":
		var out strings.Builder
		for _, n := range unitNames(f) {
			id, w := unitOf(f, n)
			if id != n {
				w[2] = "alias"
			}
			if w[2] != "-" && !instance(n) && strings.HasSuffix(n, ".service") {
				fmt.Fprintln(&out, n, w[2], "enabled")
			}
		}
		return host.Result{Stdout: []byte(out.String())}
	case "daemon-reload":
		return host.Result{}
	}
	id, w := unitOf(f, name)
	if w[0] == "not-found" {
		return host.Result{Exit: 5, Stderr: []byte("Failed to " + verb + " " + name + ": Unit " + name + " not found.\n")}
	}
	if w[0] == "masked" && (verb == "start" || verb == "enable") {
		return host.Result{Exit: 1, Stderr: []byte("Failed to " + verb + " " + name + ": Unit " + name + " is masked.\n")}
	}
	switch verb {
	case "start", "restart":
		w[1] = "active"
	case "stop":
		w[1] = "inactive"
	case "enable":
		w[2] = "enabled"
	case "disable":
		w[2] = "disabled"
	case "mask":
		w[0], w[2] = "masked", "masked"
	case "unmask":
		w[0], w[2] = "loaded", "disabled"
	}
	f.Put("/units/"+id, strings.Join(w, " "), 0o644)
	return host.Result{}
}

func showText(f *fakehost.Host, names []string) string {
	if names[0] == "*.service" {
		names = nil
		for _, n := range unitNames(f) {
			if id, w := unitOf(f, n); id == n && w[1] != "inactive" && !strings.Contains(n, "@.") {
				names = append(names, n)
			}
		}
	}
	var parts []string
	for _, n := range names {
		id, w := unitOf(f, n)
		stale := map[bool]string{true: "yes", false: "no"}[strings.Contains(id, "changed")]
		parts = append(parts, fmt.Sprintf("Id=%s\nLoadState=%s\nActiveState=%s\nUnitFileState=%s\nNeedDaemonReload=%s\n",
			id, w[0], w[1], strings.Trim(w[2], "-"), stale))
	}
	return strings.Join(parts, "\n")
}

// sysv returns a fake Debian without systemd; a script runs if /run/NAME
// exists.
func sysv() *fakehost.Host {
	f := fakehost.New(map[string]string{
		"/proc/1/comm": "docker-init\n", "/etc/rc2.d/S01cron": "", "/etc/rcS.d/S05hwclock.sh": "",
		"/etc/rc2.d/K01dbus": "", "/run/dbus": "",
	})
	f.Command("/usr/sbin/update-rc.d", "/usr/sbin/invoke-rc.d", "/usr/sbin/service", "/bin/kill",
		"/etc/init.d/cron", "/etc/init.d/dbus", "/etc/init.d/hwclock.sh", "/etc/init.d/README")
	f.Handle("service", runService)
	f.Command("/usr/bin/run-parts")
	f.Handle("run-parts", askScripts)
	f.Handle("update-rc.d", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		wr := f.Writer()
		name := cmd.Args[0]
		on, off := "/etc/rc2.d/S01"+name, "/etc/rc2.d/K01"+name
		_, disabled := f.Reader().Stat(context.Background(), off)
		switch cmd.Args[1] {
		case "enable":
			_ = wr.Remove(context.Background(), off, false)
			f.Put(on, "", 0o777)
		case "disable":
			_ = wr.Remove(context.Background(), on, false)
			f.Put(off, "", 0o777)
		case "defaults":
			if disabled != nil {
				f.Put(on, "", 0o777)
			}
		}
		return host.Result{}
	})
	return f
}

// askScripts simulates run-parts(8) querying the status of scripts.
func askScripts(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
	var res host.Result
	wanted := regexp.MustCompile(cmd.Args[4])
	names, _ := f.Reader().ReadDir(ctx, cmd.Args[5])
	for _, name := range names {
		if !wanted.MatchString(name) {
			continue
		}
		res.Stderr = fmt.Appendf(res.Stderr, "run-parts: executing %s/%s status\n", cmd.Args[5], name)
		if exit := scriptExit(f, name); exit != 0 {
			res.Exit = 1
			res.Stderr = fmt.Appendf(res.Stderr, "run-parts: %s/%s exited with return code %d\n", cmd.Args[5], name, exit)
		}
	}
	return res
}

func runService(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
	name := cmd.Args[0]
	switch cmd.Args[1] {
	case "status":
		return host.Result{Exit: scriptExit(f, name)}
	case "start", "restart":
		f.Put("/run/"+name, "", 0o644)
	case "stop":
		_ = f.Writer().Remove(ctx, "/run/"+name, false)
	}
	return host.Result{}
}

func scriptExit(f *fakehost.Host, name string) int {
	if name == "hwclock.sh" {
		return 1
	}
	if ok, _ := f.Reader().Exists(context.Background(), "/run/"+name); ok {
		return 0
	}
	return 3
}

type facts map[string]string

func (f facts) Fact(_ context.Context, name string) (value.Value, error) {
	if v, ok := f[name]; ok {
		return value.Str(v), nil
	}
	return value.Value{}, nil
}

var debian12 = facts{"os.family": "Debian", "os.name": "Debian", "os.release.major": "12"}

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

// resource builds and reads one resource.
func (h here) resource(provider, name string, attrs ...string) (*onhost.Run, *ral.Resource) {
	h.t.Helper()
	run, r, err := h.try(provider, name, attrs...)
	if err != nil {
		h.t.Fatalf("%s: %v", name, err)
	}
	return run, r
}

func (h here) try(provider, name string, attrs ...string) (*onhost.Run, *ral.Resource, error) {
	d := ral.Decl{Type: "service", Title: name, Provider: provider}
	for i := 0; i+1 < len(attrs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: attrs[i], Value: value.Str(attrs[i+1])})
	}
	r, diags := h.env.Build(h.t.Context(), d)
	if err := diags.Err(); err != nil {
		return nil, nil, err
	}
	run := onhost.NewRun(h.env, h.f.Reader())
	found, err := run.Retrieve(h.t.Context(), r)
	r.Found = found
	return run, r, err
}

func (h here) set(run *onhost.Run, r *ral.Resource, attr string) error {
	wr := h.f.Writer().Allow(r.Provider.Queries("/")...)
	return run.Ops(r.Provider).Set(h.t.Context(), wr, r, attr, r.Get(attr))
}

// list returns name to "ensure enable".
func (h here) list() map[string]string {
	got := map[string]string{}
	h.env.List(h.t.Context(), h.env.Registry.Type("service"), func(ev onhost.ListEvent) {
		for _, inst := range ev.Found {
			got[inst.Name] = inst.Get("ensure").Text() + " " + inst.Get("enable").Text()
		}
		if ev.Err != nil {
			h.t.Errorf("%s: %v", ev.Provider.Name, ev.Err)
		}
	})
	return got
}

// changed returns the commands run since the first n, without queries.
func (h here) changed(n int) []string {
	var lines []string
	for _, cmd := range h.f.Ran()[n:] {
		line := cmd.String()
		looks := []string{"systemctl show", "systemctl list-unit-files", "run-parts --verbose --arg status"}
		isLook := func(prefix string) bool { return strings.HasPrefix(line, prefix) }
		if !slices.ContainsFunc(looks, isLook) && !strings.HasSuffix(line, " status") {
			lines = append(lines, line)
		}
	}
	return lines
}
