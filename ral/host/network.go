package host

import (
	"context"
	"fmt"
	"io/fs"
	"net/netip"
)

// Network is what the kernel knows of interfaces, in its order.
type Network struct {
	Links  []Link
	Routes []Route // of the main table, those that lead anywhere
}

// Link is a network interface.
type Link struct {
	Index     int
	Name      string
	MTU       int
	Hardware  []byte // the hardware address, of any length
	Addresses []Address
}

// Address is an address of an interface.
type Address struct {
	IP    netip.Addr
	Bits  int    // of the network's part
	Label string // the name an IPv4 address goes by, as eth0:1; "" of IPv6
	Flags uint8  // IFA_F_*, those of /proc/net/if_inet6
}

// Route is a way out. Source is the address it is taken from, where it names one.
type Route struct {
	Link   int // the interface's index
	Source netip.Addr
}

// Network reads the interfaces (rtnetlink(7)). Below another root nothing runs,
// and so there is none: the error matches fs.ErrNotExist.
func (rd Reader) Network(ctx context.Context) (Network, error) { return rd.be.Network(ctx) }

// FSUsage is the room of one file system, in bytes.
type FSUsage struct{ Size, Free, Available int64 } // Available is what is free for everyone

// Space reads the room of the file system that path is on (statvfs(3)). It does
// not come back while a server that has it is away.
func (rd Reader) Space(ctx context.Context, path string) (FSUsage, error) {
	return rd.be.Space(ctx, path)
}

var errNoNetwork = fmt.Errorf("nothing runs below this root, so it has no network: %w", fs.ErrNotExist)
