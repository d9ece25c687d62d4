package facts

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// virtual is what the host runs in: a container first, then a virtual machine,
// then a container that only its files tell of, else "physical". is_virtual can be known without the name.
func virtual(ctx context.Context, look host.Reader, s *factBuilder) {
	box := container(ctx, look)
	hw := hardwareOf(ctx, look)
	machine, file := hw.hypervisor(ctx, look)
	if box.name == "" && box.err == nil && machine == "" {
		box = marked(ctx, look)
	}
	name, from, why := box.name, box.from, box.err
	if name == "" {
		switch {
		case why != nil:
			why = fmt.Errorf("%w. Asked also: /proc/1/cgroup (no container), %s", why, asked(machine, file))
		case machine != "":
			name, from = machine, file
		case hw.flag != hypervisorFlag:
			name, from = "physical", sysDMI+", "+cpuinfo
		default:
			why = errors.New("the processor says that a hypervisor is there, and nothing says which")
			from = cpuinfo
		}
	}
	s.hypervisors(ctx, look, box, hw, machine, file)
	if name != "" {
		s.text("virtual", name, from)
		s.put("is_virtual", value.Bool(!slices.Contains(notVirtual[:], name)), from)
		s.cloud(hw, name)
		return
	}
	s.fail("virtual", from, why)
	if machine != "" && !slices.Contains(notVirtual[:], machine) {
		s.put("is_virtual", value.Bool(true), file)
		s.note("the machine beneath is " + machine)
		return
	}
	if hw.flag == hypervisorFlag && machine != "xen0" {
		s.put("is_virtual", value.Bool(true), cpuinfo)
		s.note("the processor's flags have hypervisor")
		return
	}
	s.fail("is_virtual", from, why)
}

func asked(machine, file string) string {
	if machine == "" {
		return "DMI (no entry)"
	}
	return file + " (" + machine + ")"
}

// notVirtual are the names of hosts that own their hardware (Facter's list).
var notVirtual = [...]string{"physical", "xen0", "vmware_server", "vmware_workstation", "openvzhn", "vserver_host"}

// cloud is who owns the machine, by what the firmware says of itself. Facter
// asks the cloud's own server on the network, which looking does not do.
func (s *factBuilder) cloud(hw hardwareInfo, name string) {
	switch {
	case name == "gce" || hw.bios == "Google":
		s.text("cloud.provider", "gce", hw.biosFrom())
	case hw.amazon():
		s.text("cloud.provider", "aws", hw.biosFrom())
	case hw.chassisTag == azureTag:
		s.text("cloud.provider", "azure", sysDMI+"/chassis_asset_tag")
	}
}

// azureTag is what Azure's machines have in place of a chassis number, and no
// other machine of Hyper-V.
const azureTag = "7783-7084-3265-9085-8269-3286-77"
