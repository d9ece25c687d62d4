package linux

import (
	"context"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

const dmidecode = "dmidecode"

func virtualQueries() []host.Query {
	return []host.Query{{Name: detectVirt, Args: []string{"--vm"}}, {Name: dmidecode, Args: []string{"-t", "*"}}}
}

// hypervisors adds everything that the host runs on, with details: a container,
// and the machine below it.
func hypervisors(ctx context.Context, rd host.Reader, s *leaf.Builder, b containerInfo, hw hardwareInfo, machine, from string) {
	if b.name != "" {
		s.PutAt([]string{"hypervisors", b.name}, value.MapOf(b.info...), b.from)
	}
	switch machine {
	case "hyperv":
		s.Put("hypervisors.hyperv", value.MapOf(), from)
	case "kvm", "gce":
		s.Put("hypervisors.kvm", value.MapOf(hw.owner()...), from)
	case "openvzhn", "openvzve":
		id, _ := strconv.ParseInt(openVZ(ctx, rd), 10, 64)
		s.Put("hypervisors.openvz.id", value.Int(id), "/proc/self/status")
		s.Put("hypervisors.openvz.host", value.Bool(id == 0), "/proc/self/status")
	case "virtualbox":
		s.Put("hypervisors.virtualbox", value.MapOf(boxVersion(ctx, rd)...), from)
	case "vmware":
		s.Put("hypervisors.vmware", value.MapOf(named("version", esxVersion(ctx, rd))...), from)
	case "xen0", "xenu", "xenhvm":
		kind := "pv"
		if machine == "xenhvm" {
			kind = "hvm"
		}
		s.Text("hypervisors.xen.context", kind, from)
		s.Put("hypervisors.xen.privileged", value.Bool(machine == "xen0"), xenCapabilities)
	}
}

// owner returns the cloud provider of a KVM machine.
func (hw hardwareInfo) owner() []value.Pair {
	for _, cloud := range [...][2]string{{"Google", "google"}, {"OpenStack", "openstack"}, {"Amazon", "amazon"}} {
		if strings.HasPrefix(hw.vendor, cloud[0]) {
			return []value.Pair{{Key: value.Str(cloud[1]), Value: value.Bool(true)}}
		}
	}
	return nil
}

var (
	vboxVersion  = lazyre.New(`vboxVer_(\S+)`)
	vboxRevision = lazyre.New(`vboxRev_(\S+)`)
	biosAddress  = lazyre.New(`Address:\s*(0x[0-9a-fA-F]+)`)
)

// boxVersion returns the version that VirtualBox writes into the OEM strings of
// its firmware, SMBIOS type 11.
func boxVersion(ctx context.Context, rd host.Reader) []value.Pair {
	text, _ := ask(ctx, rd, dmidecode, "-t", "11")
	var pairs []value.Pair
	if m := vboxVersion.FindStringSubmatch(text); m != nil {
		pairs = append(pairs, named("version", m[1])...)
	}
	if m := vboxRevision.FindStringSubmatch(text); m != nil {
		pairs = append(pairs, named("revision", m[1])...)
	}
	return pairs
}

// esxVersion returns the version of a VMware product by the address of its
// BIOS, SMBIOS type 0; "" if unknown.
func esxVersion(ctx context.Context, rd host.Reader) string {
	text, _ := ask(ctx, rd, dmidecode, "-t", "0")
	if m := biosAddress.FindStringSubmatch(text); m != nil {
		return esxVersions[strings.ToLower(m[1])]
	}
	return ""
}

// esxVersions is Facter's table.
var esxVersions = map[string]string{
	"0xe8480": "ESXi 2.5", "0xe7c70": "ESXi 3.0", "0xe66c0": "ESXi 3.5", "0xe7910": "ESXi 3.5", "0xea550": "ESXi 4.0",
	"0xea6c0": "ESXi 4.0", "0xea2e0": "ESXi 4.1", "0xe72c0": "ESXi 5.0", "0xea0c0": "ESXi 5.1", "0xea050": "ESXi 5.5",
	"0xe99e0": "ESXi 6.0", "0xe9a40": "ESXi 6.0", "0xea580": "ESXi 6.5", "0xea520": "ESXi 6.7", "0xea490": "ESXi 6.7",
	"0xea5e0": "Fusion 8.5",
}

const xl = "/usr/sbin/xl"

// xenDomains adds the guests of a host that is Xen's first domain.
func xenDomains(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	const from = "xl list (command)"
	if ok, _ := rd.Exists(ctx, xl); !ok {
		return
	}
	text, err := ask(ctx, rd, xl, "list")
	if err != nil {
		b.Fail("xen.domains", from, err)
		return
	}
	var names []string
	for row := range strings.Lines(text) {
		if fields := strings.Fields(row); len(fields) > 0 && fields[0] != "Name" && fields[0] != "Domain-0" {
			names = append(names, fields[0])
		}
	}
	b.Put("xen.domains", value.Strs(names...), from)
}
