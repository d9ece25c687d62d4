package sysctl

import (
	"math/rand/v2"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// A new file hides a file of the same name in a later directory, also from the settings
// that follow it in the plan.
func TestNewFileHides(t *testing.T) {
	fake := machine(map[string]string{"/run/sysctl.d/20-b.conf": "vm.swappiness=2\n", mainFile: "", "/etc/sysctl.d/README": ""})
	decls := []ral.Decl{decl("kernel.panic", "value", "3", "silent", "true", "target", "/etc/sysctl.d/20-b.conf"), decl("vm.swappiness", "value", "2", "apply", "false")}
	for range 2 {
		plan, err := transaction.NewPlan(t.Context(), env(t, fake.Host), decls)
		if err != nil {
			t.Fatal(err)
		}
		if status := plan.Steps[1].Status; status != transaction.Planned {
			t.Errorf("vm.swappiness is %v: %+v", status, plan.Steps[1].Changes)
		}
		if rep, err := transaction.Run(t.Context(), env(t, fake.Host), decls[:1], fake.Writer(), transaction.Options{}); err != nil || !rep.OK() {
			t.Fatal(err, rep.Summary())
		}
	}
}

// Settings that are saved together leave the files that they leave one by one: new and
// changed, in either spelling and in several files, with comments, told to the kernel or
// not, and removed.
func TestManyIsAsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	names := []string{"net.ipv4.ip_forward", "net.ipv4.conf.eth0/1.forwarding", "vm.swappiness", "kernel.pid_max", "a.b", "a.c"}
	batched := 0
	for range 400 {
		text := func() (text string) {
			for range rng.IntN(6) {
				text += pick("net.ipv4.ip_forward=1", "net/ipv4/ip_forward = 2", "#net.ipv4.ip_forward=1", "vm.swappiness = 10", "# a.b: why", "# a.c: why", "a.b = 1", "", "junk", "a/c=") + pick("\n", "\n", "\r\n")
			}
			return text
		}
		files := map[string]string{mainFile: text(), "/etc/sysctl.d/10-x.conf": text()}
		var decls []ral.Decl
		for _, name := range names {
			if rng.IntN(4) == 0 {
				continue
			}
			ensure := pick("present", "present", "present", "absent")
			attrs := []ral.Attr{raltest.A("ensure", ensure), raltest.A("value", pick("0", "1", "60")), raltest.A("silent", "true")}
			switch way := rng.IntN(5); {
			case way == 0:
				attrs = append(attrs, raltest.A("comment", pick("one", "")))
			case way == 1:
				attrs = append(attrs, raltest.A("target", pick("/etc/sysctl.d/10-x.conf", "/etc/sysctl.d/new.conf")))
			case way == 2 && ensure == "present":
				attrs = append(attrs, raltest.A("persist", "false"))
			case way == 3:
				attrs = append(attrs, raltest.A("apply", "false"))
			}
			decls = append(decls, ral.Decl{Type: "sysctl", Title: name, Attrs: attrs})
		}
		batched += raltest.Alike(t, Register, func() *fakehost.Host { return machine(files) }, decls,
			mainFile, ownFile, "/etc/sysctl.d/10-x.conf", "/etc/sysctl.d/new.conf", "/proc/sys/net/ipv4/ip_forward", "/proc/sys/vm/swappiness")
	}
	if batched < 100 {
		t.Errorf("only %d settings were saved together", batched)
	}
}
