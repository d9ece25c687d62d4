package facts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral/lazyre"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// virtual is what the host runs in: a container first, then a virtual machine,
// else "physical". is_virtual can be known without the name.
func virtual(ctx context.Context, look host.Look, s *sheet) {
	name, from, why := container(ctx, look)
	if name == "" {
		machine, file := hypervisor(ctx, look)
		switch {
		case why != nil:
			why = fmt.Errorf("%w. Asked also: /proc/1/cgroup (no container), %s", why, asked(machine, file))
		case machine != "":
			name, from = machine, file
		case flagged(ctx, look) != hypervisorFlag:
			name, from = "physical", sysDMI+", "+cpuinfo
		default:
			why = errors.New("the processor says that a hypervisor is there, and nothing says which")
			from = cpuinfo
		}
	}
	if name != "" {
		s.text("virtual", name, from)
		s.put("is_virtual", value.Bool(!slices.Contains(notVirtual[:], name)), from)
		return
	}
	s.fail("virtual", from, why)
	if flagged(ctx, look) == hypervisorFlag && xen(ctx, look) != "xen0" {
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

const environ, systemdContainer = "/proc/1/environ", "/run/systemd/container"

var (
	dockerGroup = lazyre.New(`docker[/-].`)
	lxcGroup    = lazyre.New(`(?m):/lxc/[^/]+`)
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
