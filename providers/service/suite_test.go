package service

import (
	"fmt"
	"io"
	"os"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// inside is set when a test runs again within a real system.
const inside = "RALSH_INSIDE_SERVICE"

func lives(title string, more ...ral.Attr) []raltest.Case {
	A := raltest.A
	changes := append([]ral.Attr{
		A("ensure", "stopped"), A("enable", "false"), A("ensure", "running"), A("enable", "true"),
	}, more...)
	return []raltest.Case{{Title: title, Changes: changes}}
}

func maskable() []ral.Attr {
	A := raltest.A
	return []ral.Attr{A("enable", "mask"), A("ensure", "stopped"), A("ensure", "running"), A("enable", "mask"), A("enable", "true")}
}

func TestSystemdSuiteOnFake(t *testing.T) {
	units := func(i int) string { return fmt.Sprint("unit", i) }
	idle := func(i int) string { return fmt.Sprint("idle", i) }
	for name, bus := range map[string]bool{"bus": true, "systemctl": false} {
		t.Run(name, func(t *testing.T) {
			raltest.Suite{
				Register: Register, Type: "service", Provider: "systemd", Facts: raltest.Facts(debian12),
				Host: func(*testing.T) host.Host { return booted(bus).Host },
				Many: func(_ *testing.T, n int) host.Host {
					f := booted(bus)
					for i := range n {
						f.Put(fmt.Sprintf("/units/unit%d.service", i), "loaded active enabled", 0o644)
						f.Put(fmt.Sprintf("/units/idle%d.service", i), "loaded inactive disabled", 0o644)
						f.Put(fmt.Sprintf("/units/getty@tty%d.service", i), "loaded active enabled", 0o644)
					}
					return f.Host
				},
				Cases: lives("cron", maskable()...),
				Crowds: []raltest.Crowd{
					{Name: "what is there", Title: units, Attrs: []ral.Attr{raltest.A("ensure", "running"), raltest.A("enable", "true")}, InSync: true},
					{Name: "stops", Title: units, Attrs: []ral.Attr{raltest.A("ensure", "stopped"), raltest.A("enable", "false")}},
					{Name: "starts", Title: idle, Attrs: []ral.Attr{raltest.A("ensure", "running"), raltest.A("enable", "true")}},
				},
			}.Run(t)
		})
	}
}

func TestDebianSuiteOnFake(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "service", Provider: "debian", Facts: raltest.Facts(debian12),
		Host: func(*testing.T) host.Host {
			f := sysv()
			f.Put("/run/cron", "", 0o644)
			return f.Host
		},
		Many: func(_ *testing.T, n int) host.Host {
			f := sysv()
			for i := range n {
				f.Command(fmt.Sprintf("/etc/init.d/script%d", i))
			}
			return f.Host
		},
		Cases: lives("cron"),
	}.Run(t)
}

func TestSystemdSuiteOnRealSystem(t *testing.T) {
	if os.Getenv(inside) == "" {
		m := real.Boot(t, "")
		copySelf(t, m.Root()+"/opt/service.test")
		again(t, func(argv ...string) (string, int) {
			out, errs, exit := m.Run(t.Context(), argv...)
			return out + errs, exit
		}, "/opt/service.test")
		return
	}
	raltest.Suite{
		Register: Register, Type: "service", Provider: "systemd", Facts: raltest.Facts(debian12),
		Host:  func(*testing.T) host.Host { return local.Machine() },
		Watch: []string{"/etc"},
		Cases: lives("cron", maskable()...),
	}.Run(t)
	aliases(t)
	both(t)
}

// both changes both with one plan, on the real systemd.
func both(t *testing.T) {
	t.Helper()
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, local.Machine().Reader(), debian12)
	for _, want := range [][2]string{{"stopped", "mask"}, {"running", "true"}, {"stopped", "false"}, {"running", "true"}} {
		plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{{
			Type: "service", Title: "cron", Provider: "systemd",
			Attrs: []ral.Attr{raltest.A("ensure", want[0]), raltest.A("enable", want[1])},
		}})
		if err != nil {
			t.Fatal(err)
		}
		rep, err := plan.Apply(t.Context(), local.Machine().Writer(), transaction.Options{})
		if err != nil || !rep.OK() || len(rep.Steps[0].Changes) != 2 {
			t.Fatalf("%s: %+v, %v", want, rep.Steps[0], err)
		}
		t.Logf("%s: %v", want, rep.Steps[0].Acts())
	}
}

// aliases checks that aliases are read as their targets, over the real bus and
// with the real systemctl.
func aliases(t *testing.T) {
	t.Helper()
	reg := ral.NewRegistry()
	Register(reg)
	p := reg.Type("service").Provider("systemd")
	rd := local.Machine().Reader().Allow(p.Queries("/")...)
	names := []string{"dbus", "dbus-org.freedesktop.login1", "cron.service", "getty@tty1", "nosuch", "systemd-journald"}
	for _, name := range names {
		bus, err := readUnit(t.Context(), rd, name)
		if err != nil {
			t.Error(err)
		}
		tool, err := showUnit(t.Context(), rd, unitName(name))
		if err != nil {
			t.Error(err)
		}
		t.Logf("%s: %+v", name, bus)
		tool.stale = false
		if bus != tool {
			t.Errorf("%s: the bus says %+v, systemctl %+v", name, bus, tool)
		}
	}
	readAhead(t, reg, rd, names)
	byBus, err := busUnits(t.Context(), rd)
	if err != nil {
		t.Fatal(err)
	}
	byTool, err := shownUnits(t.Context(), rd)
	if err != nil {
		t.Fatal(err)
	}
	for id, u := range byBus {
		tool := byTool[id]
		if tool.stale = u.stale; tool != u {
			t.Errorf("the bus says %+v, systemctl %+v", u, byTool[id])
		}
	}
	t.Logf("%d units by the bus, %d by systemctl", len(byBus), len(byTool))
}

// readAhead checks that units are the same when prefetched together and when
// read one by one.
func readAhead(t *testing.T, reg *ral.Registry, rd host.Reader, names []string) {
	t.Helper()
	env := onhost.NewEnv(reg, rd, debian12)
	var all []*ral.Resource
	for _, name := range names {
		r, diags := env.Build(t.Context(), ral.Decl{Type: "service", Title: name, Provider: "systemd"})
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	s := new(systemd)
	if err := s.Prefetch(t.Context(), rd, all); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		u, ok := s.ahead.get(name)
		alone, err := readUnit(t.Context(), rd, name)
		if u.stale = false; !ok || err != nil || u != alone {
			t.Errorf("%s: read ahead %v %+v, alone %+v, %v", name, ok, u, alone, err)
		}
	}
}

func TestDebianSuiteOnRealSystem(t *testing.T) {
	if os.Getenv(inside) == "" {
		againInRoot(t)
		return
	}
	raltest.Suite{
		Register: Register, Type: "service", Provider: "debian", Facts: raltest.Facts(debian12),
		Host:  func(*testing.T) host.Host { return local.Machine() },
		Watch: []string{"/etc"},
		Cases: []raltest.Case{{Title: "cron", Changes: []ral.Attr{
			raltest.A("ensure", "running"), raltest.A("enable", "false"), raltest.A("ensure", "stopped"), raltest.A("enable", "true"),
		}}},
	}.Run(t)
}

// again runs the calling test within the system that enter leads to.
func again(t *testing.T, enter func(argv ...string) (string, int), test string) {
	t.Helper()
	out, exit := enter("env", inside+"=1", "RALSH_REAL=1", test, "-test.run=^"+t.Name()+"$", "-test.v")
	var err error
	if exit != 0 {
		err = fmt.Errorf("exit status %d", exit)
	}
	real.Judge(t, out, err)
}

func copySelf(t *testing.T, to string) {
	t.Helper()
	from, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	file, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := io.Copy(file, from); err != nil {
		t.Fatal(err)
	}
}
