package linux

import (
	"net/netip"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// binding is an address of an interface. An address that is only in a route lacks a
// mask.
type binding struct {
	ip    netip.Addr
	mask  netip.Prefix
	flags []value.Value
}

func bindingOf(a host.Address) binding {
	b := binding{ip: a.IP, mask: netip.PrefixFrom(a.IP, a.Bits)}
	for bit, name := range flagNames {
		if a.Flags&(1<<bit) != 0 {
			b.flags = append(b.flags, value.Str(name))
		}
	}
	return b
}

// flagNames are Facter's names of the flags in if_addr.h, by bit.
var flagNames = [...]string{
	"temporary", "noad", "optimistic", "dadfailed", "homeaddress", "deprecated", "tentative", "permanent",
}

func (b binding) netmask() string {
	if !b.mask.IsValid() {
		return ""
	}
	ones := make([]byte, b.ip.BitLen()/8)
	for i := range b.mask.Bits() {
		ones[i/8] |= 0x80 >> (i % 8)
	}
	mask, _ := netip.AddrFromSlice(ones)
	return mask.String()
}

func (b binding) network() string {
	if !b.mask.IsValid() {
		return ""
	}
	return b.mask.Masked().Addr().String()
}

func bindings(list []binding) value.Value {
	var items []value.Value
	for _, b := range list {
		pairs := []value.Pair{{Key: value.Str("address"), Value: value.Str(b.ip.String())}}
		if b.mask.IsValid() {
			pairs = append(pairs, value.Pair{Key: value.Str("netmask"), Value: value.Str(b.netmask())},
				value.Pair{Key: value.Str("network"), Value: value.Str(b.network())})
			if b.ip.Is6() {
				pairs = append(pairs, value.Pair{Key: value.Str("scope6"), Value: value.Str(scope(b.ip))},
					value.Pair{Key: value.Str("flags"), Value: value.ListOf(b.flags...)})
			}
		}
		items = append(items, value.MapOf(pairs...))
	}
	return value.ListOf(items...)
}

// first returns the main address of an interface: the first that remote hosts
// can reach, otherwise the first.
func first(list []binding) (binding, bool) {
	for _, b := range list {
		if !near(b.ip) {
			return b, true
		}
	}
	if len(list) == 0 {
		return binding{}, false
	}
	return list[0], true
}

// near reports whether an address is of this host, link, or site (RFC 4193).
func near(ip netip.Addr) bool {
	return ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.Is6() && ip.IsPrivate()
}

// scope returns the scope of an IPv6 address.
func scope(ip netip.Addr) string {
	bytes := ip.As16()
	switch {
	case ip.IsLinkLocalUnicast():
		return "link"
	case bytes[0] == 0xfe && bytes[1]&0xc0 == 0xc0: // fec0::/10, RFC 3879
		return "site"
	case ip.IsLoopback():
		return "host"
	}
	return "global"
}
