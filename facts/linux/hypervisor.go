package linux

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

// hypervisor returns the kind of virtual machine and the file that identifies
// it.
func (hw hardwareInfo) hypervisor(ctx context.Context, rd host.Reader) (name, from string) {
	switch {
	case strings.Contains(hw.bios, "Google"):
		return "gce", hw.biosFrom()
	case strings.Contains(hw.bios, "Amazon EC2"):
		return "kvm", hw.biosFrom()
	}
	if id := openVZ(ctx, rd); id == "0" {
		return "openvzhn", procVZ
	} else if id != "" {
		return "openvzve", procVZ
	}
	if strings.Contains(line(ctx, rd, xenCapabilities), "control_d") {
		return "xen0", xenCapabilities
	}
	for _, p := range products {
		if strings.Contains(hw.product, p.part) {
			return p.name, sysDMI + "/product_name"
		}
	}
	if line(ctx, rd, sysHypervisor) == "xen" {
		return "xenu", sysHypervisor
	}
	// QEMU's product name is its machine type: "Standard PC (Q35 + ICH9)".
	if hw.vendor == "QEMU" {
		return "kvm", sysDMI + "/sys_vendor"
	}
	if hw.flag == noHypervisorFlag {
		return "", ""
	}
	if name, from := byDevices(ctx, rd); name != "" {
		return name, from
	}
	if strings.Contains(line(ctx, rd, clocks), "kvm-clock") {
		return "kvm", clocks
	}
	if hw.flag == hypervisorFlag {
		return detected(ctx, rd)
	}
	return "", ""
}

const (
	xenCapabilities = "/proc/xen/capabilities"
	sysHypervisor   = "/sys/hypervisor/type"
	clocks          = "/sys/devices/system/clocksource/clocksource0/available_clocksource"
	procVZ          = "/proc/vz"
)

// openVZ returns the number of the container, 0 for the host, "" without OpenVZ.
// CloudLinux also has the directory, and /proc/lve.
func openVZ(ctx context.Context, rd host.Reader) string {
	inside, err := rd.ReadDir(ctx, procVZ)
	if err != nil || len(inside) == 0 {
		return ""
	}
	if lve, _ := rd.Exists(ctx, "/proc/lve/list"); lve {
		return ""
	}
	for row := range strings.Lines(line(ctx, rd, "/proc/self/status")) {
		if id, ok := strings.CutPrefix(row, "envID:"); ok {
			return strings.TrimSpace(id)
		}
	}
	return ""
}

// makers maps PCI vendors of devices that only virtual machines have.
var makers = map[string]string{
	"0x1af4": "kvm", "0x80ee": "virtualbox", "0x15ad": "vmware", "0x1414": "hyperv", "0x5853": "xenhvm",
	"0x1ab8": "parallels",
}

// byDevices searches the PCI bus, which small machines have without DMI.
func byDevices(ctx context.Context, rd host.Reader) (name, from string) {
	const bus = "/sys/bus/pci/devices"
	devices, err := rd.ReadDir(ctx, bus)
	if err != nil {
		return "", ""
	}
	for _, device := range devices {
		file := bus + "/" + device + "/vendor"
		if name := makers[line(ctx, rd, file)]; name != "" {
			return name, file
		}
	}
	return "", ""
}

const detectVirt = "systemd-detect-virt"

// detected uses systemd, which reads the processor, if /sys does not exist.
func detected(ctx context.Context, rd host.Reader) (name, from string) {
	text, _ := ask(ctx, rd, detectVirt, "--vm")
	text = strings.TrimSpace(text)
	switch text {
	case "", "none":
		return "", ""
	case "microsoft":
		text = "hyperv"
	case "oracle":
		text = "virtualbox"
	case "xen":
		text = "xenu"
	case "amazon", "qemu":
		text = "kvm"
	case "google":
		text = "gce"
	}
	return text, "systemd-detect-virt --vm (command)"
}

// hardwareInfo is the information of firmware and processor that identifies the
// machine.
type hardwareInfo struct {
	bios, vendor, product, chassisTag string
	flag                              flag
}

func hardwareOf(ctx context.Context, rd host.Reader) hardwareInfo {
	return hardwareInfo{
		bios:       line(ctx, rd, sysDMI+"/bios_vendor"),
		vendor:     line(ctx, rd, sysDMI+"/sys_vendor"),
		product:    line(ctx, rd, sysDMI+"/product_name"),
		chassisTag: line(ctx, rd, sysDMI+"/chassis_asset_tag"),
		flag:       flagged(ctx, rd),
	}
}

func (hardwareInfo) biosFrom() string { return sysDMI + "/bios_vendor" }

func (hw hardwareInfo) amazon() bool {
	return strings.Contains(hw.bios, "Amazon EC2") || strings.HasPrefix(hw.vendor, "Amazon EC2")
}

// flag is the processor's information about a hypervisor. Only x86 has it.
type flag uint8

const (
	noFlags flag = iota
	noHypervisorFlag
	hypervisorFlag
)

func flagged(ctx context.Context, rd host.Reader) flag {
	for row := range strings.Lines(line(ctx, rd, cpuinfo)) {
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
