package local

import (
	"context"
	"encoding/binary"
	"fmt"
	"io/fs"
	"net/netip"
	"syscall"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

// Network makes three requests: links, addresses, routes.
func (m machine) Network(ctx context.Context) (host.Network, error) {
	if m.bus == nil {
		return host.Network{}, errNoNetwork
	}
	var n network
	for _, part := range []struct {
		request int
		read    func(syscall.NetlinkMessage, []syscall.NetlinkRouteAttr)
	}{{unix.RTM_GETLINK, n.link}, {unix.RTM_GETADDR, n.address}, {unix.RTM_GETROUTE, n.route}} {
		if err := ctx.Err(); err != nil {
			return host.Network{}, fmt.Errorf("netlink: %w", err)
		}
		if err := dump(part.request, part.read); err != nil {
			return host.Network{}, fmt.Errorf("netlink: %w", err)
		}
	}
	return n.Network, nil
}

// network is a Network that is read.
type network struct{ host.Network }

func dump(request int, read func(syscall.NetlinkMessage, []syscall.NetlinkRouteAttr)) error {
	answer, err := syscall.NetlinkRIB(request, unix.AF_UNSPEC)
	if err != nil {
		return err
	}
	messages, err := syscall.ParseNetlinkMessage(answer)
	if err != nil {
		return err
	}
	for _, m := range messages {
		switch m.Header.Type {
		case unix.RTM_NEWLINK, unix.RTM_NEWADDR, unix.RTM_NEWROUTE:
			attrs, err := syscall.ParseNetlinkRouteAttr(&m)
			if err != nil {
				return err
			}
			read(m, attrs)
		}
	}
	return nil
}

// link parses a struct ifinfomsg, whose index is at offset 4.
func (n *network) link(m syscall.NetlinkMessage, attrs []syscall.NetlinkRouteAttr) {
	l := host.Link{Index: int(number(m.Data[4:8]))}
	for _, a := range attrs {
		switch a.Attr.Type {
		case unix.IFLA_IFNAME:
			l.Name = unix.ByteSliceToString(a.Value)
		case unix.IFLA_MTU:
			l.MTU = int(number(a.Value))
		case unix.IFLA_ADDRESS:
			l.Hardware = a.Value
		}
	}
	n.Links = append(n.Links, l)
}

// address parses a struct ifaddrmsg: family, prefix length, flags, scope, index. On a
// point-to-point link IFA_LOCAL is the local address, and IFA_ADDRESS the address of the peer.
func (n *network) address(m syscall.NetlinkMessage, attrs []syscall.NetlinkRouteAttr) {
	a := host.Address{Bits: int(m.Data[1]), Flags: m.Data[2]}
	var local, peer netip.Addr
	for _, attr := range attrs {
		switch attr.Attr.Type {
		case unix.IFA_LOCAL:
			local, _ = netip.AddrFromSlice(attr.Value)
		case unix.IFA_ADDRESS:
			peer, _ = netip.AddrFromSlice(attr.Value)
		case unix.IFA_LABEL:
			a.Label = unix.ByteSliceToString(attr.Value)
		}
	}
	if a.IP = local; !local.IsValid() {
		a.IP = peer
	}
	index := int(number(m.Data[4:8]))
	for i := range n.Links {
		if n.Links[i].Index == index && a.IP.IsValid() {
			n.Links[i].Addresses = append(n.Links[i].Addresses, a)
		}
	}
}

// route parses a struct rtmsg: the table is at offset 4, the flags are the last
// four bytes.
func (n *network) route(m syscall.NetlinkMessage, attrs []syscall.NetlinkRouteAttr) {
	if m.Data[4] != unix.RT_TABLE_MAIN || number(m.Data[8:12])&unix.RTNH_F_LINKDOWN != 0 {
		return
	}
	var r host.Route
	for _, a := range attrs {
		switch a.Attr.Type {
		case unix.RTA_OIF:
			r.Link = int(number(a.Value))
		case unix.RTA_PREFSRC:
			r.Source, _ = netip.AddrFromSlice(a.Value)
		}
	}
	if r.Link != 0 {
		n.Routes = append(n.Routes, r)
	}
}

// number returns 32 bits in native byte order, 0 if b is shorter.
func number(b []byte) uint32 {
	if len(b) < 4 {
		return 0
	}
	return binary.NativeEndian.Uint32(b)
}

var errNoNetwork = fmt.Errorf("a root directory has no network: %w", fs.ErrNotExist)
