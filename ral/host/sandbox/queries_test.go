package sandbox_test

import (
	"encoding/base64"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host/sandbox"
)

// TestQueriesReach tries what a Client and a Probe reach: the one a socket that is a file,
// the other the processes of the host and its network by netlink. The same runs as an
// ordinary user (TestAsUser).
func TestQueriesReach(t *testing.T) {
	s := open(t)
	dir := t.TempDir()
	hidden := filepath.Join(dir, "hidden")
	if err := os.Mkdir(hidden, 0o700); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, l := range []struct{ network, address string }{{"unix", dir + "/socket"}, {"unix", hidden + "/socket"}, {"unix", fmt.Sprintf("@ralsh-%d", os.Getpid())}, {"tcp", "127.0.0.1:0"}} {
		ear, err := net.Listen(l.network, l.address)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = ear.Close() }()
		list = append(list, ear.Addr().String())
	}
	_, port, err := net.SplitHostPort(list[3])
	if err != nil {
		t.Fatal(err)
	}
	ruby := func(code string) []string { return []string{"ruby", "-rsocket", "-e", code} }
	connect := func(path string) []string { return ruby(fmt.Sprintf("UNIXSocket.new(%q); puts 'connected'", path)) }
	for _, c := range []struct {
		name           string
		argv           []string
		client, kernel string // a part of what it prints
	}{
		{"a socket that is a file", connect(list[0]), "connected", "not permitted"},
		{"a socket in a hidden directory", connect(list[1]), "No such file", "not permitted"},
		{"a socket without a file", connect("\x00" + list[2][1:]), "refused", "not permitted"},
		{"TCP", ruby("TCPSocket.new('127.0.0.1', " + port + "); puts 'connected'"), "unreachable", "not permitted"},
		{"UDP", ruby("UDPSocket.new.send('x', 0, '127.0.0.1', 9); puts 'sent'"), "unreachable", "not permitted"},
		{"a raw socket", ruby("Socket.new(:INET, :RAW, 1); puts 'open'"), "not permitted", "not permitted"},
		{"netlink", ruby("Socket.new(16, :RAW, 0); puts 'open'"), "not supported", "open"},
		{"a server of its own", ruby("UNIXServer.new('/dev/shm/x'); puts 'open'"), "not permitted", "not permitted"},
		{"a write", []string{"sh", "-c", "echo x >" + dir + "/file"}, "Read-only file system", "Read-only file system"},
		{"a write to its home", []string{"sh", "-c", "echo x >" + sandbox.Home + "/file"}, "Read-only file system", "Read-only file system"},
		{"the processes of the host", []string{"sh", "-c", fmt.Sprintf("tr '\\0' ' ' </proc/%d/cmdline || echo none", os.Getpid())}, "none", os.Args[0]},
		{"a signal", []string{"sh", "-c", fmt.Sprintf("kill -9 %d", os.Getpid())}, "No such process", "No such process"},
		{"a setting of the kernel", []string{"sh", "-c", "echo x >/proc/sys/kernel/hostname"}, "Read-only file system", "Read-only file system"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for kind, want := range map[sandbox.Kind]string{sandbox.Client: c.client, sandbox.Probe: c.kernel} {
				v, err := s.Host(t.Context())
				if kind == sandbox.Client {
					v, err = s.Hiding(t.Context(), []string{hidden, "/no/such/directory"})
				}
				if err != nil {
					t.Fatal(err)
				}
				p := start(t, v, kind)
				answer := ask(t, p, map[string]any{"argv": c.argv})
				text := ""
				for _, stream := range []string{"out", "err"} {
					data, err := base64.StdEncoding.DecodeString(fmt.Sprint(answer[stream]))
					if err != nil {
						t.Fatalf("%s: %v", kind, answer)
					}
					text += string(data)
				}
				if !strings.Contains(text, want) {
					t.Errorf("%s prints %q, not %q", kind, text, want)
				}
				v.Close()
			}
		})
	}
}
