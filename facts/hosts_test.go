package facts

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// The facts of a frozen host, with their legacy names and lookups. In addition
// to files a tree may contain "network", "link NAME" with its target, "command
// NAME ARGS" with its output, and "space PATH" with size, free and available
// bytes.
func TestHosts(t *testing.T) {
	trees, err := filepath.Glob("testdata/hosts/*.txtar")
	if err != nil || len(trees) < 5 {
		t.Fatalf("%d trees, %v", len(trees), err)
	}
	for _, tree := range trees {
		name := strings.TrimSuffix(filepath.Base(tree), ".txtar")
		t.Run(name, func(t *testing.T) {
			files, want := unpack(t, tree)
			check(t, New(frozen(t, name, files).Reader()), want)
		})
	}
}

// All of Facter's 83 flat names are in the tree "old"; each with a value is
// listed on request, and none otherwise.
func TestFlatNamesAreListedOnRequest(t *testing.T) {
	files, want := unpack(t, "testdata/hosts/old.txtar")
	f := New(frozen(t, "old", files).Reader())
	names := 0
	for row := range strings.Lines(want) {
		names++
		name, text, _ := strings.Cut(strings.TrimSpace(row), " ")
		if _, listed := f.TreeWithLegacy(t.Context()).Lookup(name); listed != (text != "") {
			t.Errorf("%s listed: %v", name, listed)
		}
		if _, listed := f.Tree(t.Context()).Lookup(name); listed {
			t.Errorf("%s is listed unasked", name)
		}
	}
	if names != 83 {
		t.Errorf("%d names", names)
	}
}

func frozen(t *testing.T, name string, files map[string]string) *fakehost.Host {
	t.Helper()
	options := []fakehost.Option{fakehost.WithUname(host.Uname{
		Sysname: "Linux", Nodename: name, Release: "6.1.0-37-amd64", Machine: "x86_64",
	})}
	plain, links, prints := map[string]string{}, map[string]string{}, map[string]string{}
	for file, text := range files {
		kind, rest, _ := strings.Cut(strings.TrimPrefix(file, "/"), " ")
		switch kind {
		case "network":
			options = append(options, fakehost.WithNetwork(networkOf(t, text)))
		case "space":
			var s host.FSUsage
			if _, err := fmt.Sscan(text, &s.Size, &s.Free, &s.Available); err != nil {
				t.Fatal(err)
			}
			options = append(options, fakehost.WithSpace(rest, s))
		case "link":
			links["/"+rest] = strings.TrimSpace(text)
		case "command":
			prints[rest] = text
		default:
			plain[file] = text
		}
	}
	fake := fakehost.New(plain, options...)
	for file, target := range links {
		fake.Link(file, target)
	}
	for line, text := range prints {
		command, _, _ := strings.Cut(line, " ")
		fake.Command("/usr/sbin/" + filepath.Base(command))
		fake.Handle(filepath.Base(command), func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
			if got := cmd.String(); got != line {
				return host.Result{Exit: 2, Stderr: []byte("not prepared for " + got)}
			}
			return host.Result{Stdout: []byte(text)}
		})
	}
	return fake
}

// networkOf parses rows such as "eth0 1500 020000000001 192.0.2.7/24=80:label
// ->192.0.2.9": name, MTU, hardware address, addresses with flags and label,
// and the sources of routes.
func networkOf(t *testing.T, text string) (n host.Network) {
	t.Helper()
	for row := range strings.Lines(text) {
		fields := strings.Fields(row)
		l := host.Link{Index: len(n.Links) + 1, Name: fields[0]}
		l.MTU, _ = strconv.Atoi(fields[1])
		l.Hardware, _ = hex.DecodeString(fields[2])
		for _, field := range fields[3:] {
			if source, ok := strings.CutPrefix(field, "->"); ok {
				n.Routes = append(n.Routes, host.Route{Link: l.Index, Source: netip.MustParseAddr(source)})
				continue
			}
			prefix, rest, _ := strings.Cut(field, "=")
			flags, label, labelled := strings.Cut(rest, ":")
			p := netip.MustParsePrefix(prefix)
			bits, _ := strconv.ParseUint(flags, 16, 8)
			a := host.Address{IP: p.Addr(), Bits: p.Bits(), Flags: uint8(bits)}
			if labelled {
				a.Label = label
			} else if a.IP.Is4() {
				a.Label = l.Name
			}
			l.Addresses = append(l.Addresses, a)
		}
		n.Links = append(n.Links, l)
	}
	return n
}
