package host

import (
	"context"
	"net/netip"
)

// Network describes the kernel's interfaces, in its order.
type Network struct {
	Links  []Link
	Routes []Route // of the main table, except routes without a link or over a link that is down
}

// Link is a network interface.
type Link struct {
	Index     int
	Name      string
	MTU       int
	Hardware  []byte // hardware address, of any length
	Addresses []Address
}

// Address is an address of an interface.
type Address struct {
	IP    netip.Addr
	Bits  int    // length of the prefix
	Label string // name of an IPv4 address, for example eth0:1; "" for IPv6
	Flags uint8  // IFA_F_*, as in /proc/net/if_inet6
}

// Route is a route. Source is its optional source address.
type Route struct {
	Link   int // index of the interface
	Source netip.Addr
}

// Network reads the interfaces (rtnetlink(7)). A root directory lacks them: the error matches
// fs.ErrNotExist.
func (rd Reader) Network(ctx context.Context) (Network, error) { return rd.be.Network(ctx) }

// FSUsage is the usage of a file system, in bytes.
type FSUsage struct{ Size, Free, Available int64 } // Available is the space for ordinary users

// Space reads the usage of the file system of path (statvfs(3)). It blocks
// while the server of a network file system is unreachable.
func (rd Reader) Space(ctx context.Context, path string) (FSUsage, error) {
	return rd.be.Space(ctx, path)
}
