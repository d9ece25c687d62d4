package linux

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// virtual adds the environment of the host: a container, otherwise a virtual machine,
// otherwise a container that only its files reveal, otherwise "physical". is_virtual may
// be known without the name.
func virtual(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	box := container(ctx, rd)
	hw := hardwareOf(ctx, rd)
	machine, file := hw.hypervisor(ctx, rd)
	if box.name == "" && box.err == nil && machine == "" {
		box = marked(ctx, rd)
	}
	name, from, why := box.name, box.from, box.err
	if name == "" {
		switch {
		case why != nil:
			why = fmt.Errorf("%w; also checked: /proc/1/cgroup (no container), %s", why, asked(machine, file))
		case machine != "":
			name, from = machine, file
		case hw.flag != hypervisorFlag:
			name, from = "physical", sysDMI+", "+cpuinfo
		default:
			why = errors.New("the processor reports a hypervisor, but no source names it")
			from = cpuinfo
		}
	}
	hypervisors(ctx, rd, b, box, hw, machine, file)
	if name != "" {
		b.Text("virtual", name, from)
		b.Put("is_virtual", value.Bool(!slices.Contains(notVirtual[:], name)), from)
		provider(b, hw, name)
		return
	}
	b.Fail("virtual", from, why)
	if machine != "" && !slices.Contains(notVirtual[:], machine) {
		b.Put("is_virtual", value.Bool(true), file)
		b.Note("the underlying machine is " + machine)
		return
	}
	if hw.flag == hypervisorFlag && machine != "xen0" {
		b.Put("is_virtual", value.Bool(true), cpuinfo)
		b.Note("the processor's flags contain hypervisor")
		return
	}
	b.Fail("is_virtual", from, why)
}

func asked(machine, file string) string {
	if machine == "" {
		return "DMI (no entry)"
	}
	return file + " (" + machine + ")"
}

// notVirtual are the names of hosts that own their hardware (Facter's list).
var notVirtual = [...]string{"physical", "xen0", "vmware_server", "vmware_workstation", "openvzhn", "vserver_host"}

// provider adds the owner of the machine, according to the firmware. Facter queries the
// cloud's server on the network, which a read does not do.
func provider(b *leaf.Builder, hw hardwareInfo, name string) {
	switch {
	case name == "gce" || hw.bios == "Google":
		b.Text("cloud.provider", "gce", hw.biosFrom())
	case hw.amazon():
		b.Text("cloud.provider", "aws", hw.biosFrom())
	case hw.chassisTag == azureTag:
		b.Text("cloud.provider", "azure", sysDMI+"/chassis_asset_tag")
	}
}

// azureTag is the chassis number of Azure's machines, and of no other machine
// of Hyper-V.
const azureTag = "7783-7084-3265-9085-8269-3286-77"
