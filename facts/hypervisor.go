package facts

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/host"
)

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

// hypervisor is the virtual machine and the file that told.
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
	if flagged(ctx, look) == noHypervisorFlag {
		return "", ""
	}
	return byDevices(ctx, look)
}

// makers are those of devices that only virtual machines have, by PCI number.
var makers = map[string]string{
	"0x1af4": "kvm", "0x80ee": "virtualbox", "0x15ad": "vmware", "0x1414": "hyperv", "0x5853": "xenhvm",
	"0x1ab8": "parallels",
}

// byDevices asks the PCI bus, which small machines have without DMI.
func byDevices(ctx context.Context, look host.Look) (name, from string) {
	const bus = "/sys/bus/pci/devices"
	devices, err := look.ReadDir(ctx, bus)
	if err != nil {
		return "", ""
	}
	for _, device := range devices {
		file := bus + "/" + device + "/vendor"
		if name := makers[line(ctx, look, file)]; name != "" {
			return name, file
		}
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

// flag is what the processor says of a hypervisor above it. Only x86 says
// anything.
type flag uint8

const (
	noFlags flag = iota
	noHypervisorFlag
	hypervisorFlag
)

func flagged(ctx context.Context, look host.Look) flag {
	for row := range strings.Lines(line(ctx, look, cpuinfo)) {
		key, flags, _ := strings.Cut(row, ":")
		if strings.TrimSpace(key) != "flags" {
			continue
		}
		if slices.Contains(strings.Fields(flags), "hypervisor") {
			return hypervisorFlag
		}
		return noHypervisorFlag
	}
	return noFlags
}
