package facts

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// virtual is what the host runs in: a container first, then a virtual machine,
// else "physical". is_virtual can be known without the name.
func virtual(ctx context.Context, look host.Look, s *sheet) {
	name, from, contained := container(ctx, look)
	if name == "" {
		machine, file := hypervisor(ctx, look)
		switch {
		case machine != "" && contained == nil:
			name, from = machine, file
		case contained == nil && !underHypervisor(ctx, look):
			name, from = "physical", sysDMI+", "+cpuinfo
		case contained == nil:
			contained = errors.New("the processor says that a hypervisor is there, and nothing says which")
			from = cpuinfo
		default:
			contained = fmt.Errorf("%w. Asked also: /proc/1/cgroup (no container), %s", contained, asked(machine))
		}
	}
	if name != "" {
		s.text("virtual", name, from)
		s.put("is_virtual", value.Bool(!slices.Contains(notVirtual[:], name)), from)
		return
	}
	s.fail("virtual", from, contained)
	if underHypervisor(ctx, look) {
		s.put("is_virtual", value.Bool(true), cpuinfo)
		s.note("flags has hypervisor")
		return
	}
	s.fail("is_virtual", from, contained)
}

func asked(machine string) string {
	if machine == "" {
		return "DMI (no entry)"
	}
	return "DMI (" + machine + ")"
}

// notVirtual are the names of hosts that own their hardware (Facter's list).
var notVirtual = [...]string{"physical", "xen0", "vmware_server", "vmware_workstation", "openvzhn", "vserver_host"}

const environ, systemdContainer = "/proc/1/environ", "/run/systemd/container"

var (
	dockerGroup = regexp.MustCompile(`docker[/-].`)
	lxcGroup    = regexp.MustCompile(`(?m):/lxc/[^/]+`)
)

// container is the container and the file that told; the error is why there
// might be one that cannot be seen. The environment of process 1 is for its
// owner only. Where process 1 is systemd it writes down what it found there for
// all to read, and so without that file there is none.
func container(ctx context.Context, look host.Look) (name, from string, err error) {
	const cgroup = "/proc/1/cgroup"
	groups, err := read(ctx, look, cgroup)
	if err != nil {
		return "", cgroup, err
	}
	switch {
	case dockerGroup.MatchString(groups):
		return "docker", cgroup, nil
	case lxcGroup.MatchString(groups):
		return "lxc", cgroup, nil
	}
	// With hidepid (proc(5)) the process of another is as if it were not there.
	env, err := need(ctx, look, environ)
	if err == nil {
		for pair := range strings.SplitSeq(env, "\x00") {
			if kind, ok := strings.CutPrefix(pair, "container="); ok {
				return containerName(kind), environ, nil
			}
		}
		return "", environ, nil
	}
	if kind := line(ctx, look, systemdContainer); kind != "" {
		return containerName(kind), systemdContainer, nil
	}
	if ok, _ := look.Exists(ctx, "/run/systemd/system"); ok {
		return "", systemdContainer, nil
	}
	return "", environ, err
}

func containerName(kind string) string {
	if kind == "systemd-nspawn" {
		return "systemd_nspawn"
	}
	return kind
}

// products are the virtual machines that name themselves as a product.
var products = [...]struct{ part, name string }{
	{"VMware", "vmware"},
	{"VirtualBox", "virtualbox"},
	{"Parallels", "parallels"},
	{"KVM", "kvm"},
	{"Virtual Machine", "hyperv"},
	{"RHEV Hypervisor", "rhev"},
	{"oVirt Node", "ovirt"},
	{"HVM domU", "xenhvm"},
	{"Bochs", "bochs"},
	{"OpenBSD", "vmm"},
	{"BHYVE", "bhyve"},
}

func hypervisor(ctx context.Context, look host.Look) (name, from string) {
	vendor := line(ctx, look, sysDMI+"/bios_vendor")
	switch {
	case strings.Contains(vendor, "Google"):
		return "gce", sysDMI + "/bios_vendor"
	case strings.Contains(vendor, "Amazon EC2"):
		return "kvm", sysDMI + "/bios_vendor"
	}
	if name := xen(ctx, look); name != "" {
		return name, "/proc/xen"
	}
	product := line(ctx, look, sysDMI+"/product_name")
	for _, p := range products {
		if strings.Contains(product, p.part) {
			return p.name, sysDMI + "/product_name"
		}
	}
	// QEMU names its machine type as the product: "Standard PC (Q35 + ICH9)".
	if line(ctx, look, sysDMI+"/sys_vendor") == "QEMU" {
		return "kvm", sysDMI + "/sys_vendor"
	}
	return "", ""
}

// xen tells the first domain, which owns the hardware, from a guest.
func xen(ctx context.Context, look host.Look) string {
	if strings.Contains(line(ctx, look, "/proc/xen/capabilities"), "control_d") {
		return "xen0"
	}
	if line(ctx, look, "/sys/hypervisor/type") == "xen" {
		return "xenu"
	}
	return ""
}

func underHypervisor(ctx context.Context, look host.Look) bool {
	text := line(ctx, look, cpuinfo)
	for row := range strings.Lines(text) {
		key, flags, _ := strings.Cut(row, ":")
		if strings.TrimSpace(key) == "flags" {
			return slices.Contains(strings.Fields(flags), "hypervisor")
		}
	}
	return false
}
