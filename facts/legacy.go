package facts

import (
	"strconv"
	"strings"

	"ralsh/ral/value"
)

// legacyFact is one of Facter's flat names: its structured fact, and the
// conversion if the value differs.
type legacyFact struct {
	path string
	make func(value.Value) value.Value
}

// flat returns the structured fact of a flat name. Flat names are not listed,
// but confines use them.
func flat(name string) (legacyFact, bool) {
	name = strings.ToLower(name)
	if path, ok := flatName(name); ok {
		return legacyFact{path: path}, true
	}
	if path, ok := flatMegabytes[name]; ok {
		return legacyFact{path, megabytes}, true
	}
	switch name {
	case "interfaces":
		return legacyFact{"networking.interfaces", keys}, true
	case "blockdevices":
		return legacyFact{"disks", keys}, true
	case "dhcp_servers":
		return legacyFact{"networking", servers}, true
	case "xendomains":
		return legacyFact{"xen.domains", commas}, true
	}
	return flatOf(name)
}

// flatOf returns the fact of a name that contains the name of a part:
// processor0, macaddress_eth0, blockdevice_sda_size, sshrsakey.
func flatOf(name string) (legacyFact, bool) {
	if n, ok := strings.CutPrefix(name, "processor"); ok {
		if _, err := strconv.Atoi(n); err == nil {
			return legacyFact{path: "processors.models." + n}, true
		}
	}
	if rest, ok := strings.CutPrefix(name, "blockdevice_"); ok {
		for suffix, leaf := range flatDisk {
			if disk, ok := strings.CutSuffix(rest, suffix); ok {
				return legacyFact{path: "disks." + disk + leaf}, true
			}
		}
	}
	if kind, ok := strings.CutPrefix(name, "sshfp_"); ok {
		return legacyFact{"ssh." + kind + ".fingerprints", lines}, true
	}
	if rest, ok := strings.CutPrefix(name, "ssh"); ok {
		if kind, ok := strings.CutSuffix(rest, "key"); ok && kind != "" && !strings.Contains(kind, ".") {
			return legacyFact{path: "ssh." + kind + ".key"}, true
		}
	}
	prefix, link, ok := strings.Cut(name, "_")
	if leaf := flatLink[prefix]; ok && leaf != "" {
		return legacyFact{path: "networking.interfaces." + link + "." + leaf}, true
	}
	return legacyFact{}, false
}

func keys(v value.Value) value.Value {
	var names []string
	for _, p := range v.Pairs() {
		names = append(names, p.Key.Text())
	}
	if len(names) == 0 {
		return value.Value{}
	}
	return value.Str(strings.Join(names, ","))
}

// servers returns the DHCP servers by interface; system is that of the primary
// one.
func servers(networking value.Value) value.Value {
	var pairs []value.Pair
	links, _ := networking.Lookup("interfaces")
	for _, link := range links.Pairs() {
		if server, ok := link.Value.Lookup("dhcp"); ok {
			pairs = append(pairs, value.Pair{Key: link.Key, Value: server})
		}
	}
	system, _ := networking.Lookup("dhcp")
	if len(pairs) == 0 {
		return value.Value{}
	}
	return value.MapOf(append(pairs, value.Pair{Key: value.Str("system"), Value: system})...)
}

func commas(v value.Value) value.Value {
	var texts []string
	for _, item := range v.Items() {
		texts = append(texts, item.Text())
	}
	if len(texts) == 0 {
		return value.Value{}
	}
	return value.Str(strings.Join(texts, ","))
}

func lines(v value.Value) value.Value {
	var texts []string
	for _, p := range v.Pairs() {
		texts = append(texts, p.Value.Text())
	}
	if len(texts) == 0 {
		return value.Value{}
	}
	return value.Str(strings.Join(texts, "\n"))
}

func megabytes(v value.Value) value.Value {
	bytes, ok := v.Int()
	if !ok {
		return value.Value{}
	}
	return value.Flt(float64(bytes) / (1024 * 1024))
}
