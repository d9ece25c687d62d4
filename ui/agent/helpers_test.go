package main

import (
	"net"
	"os"
	"sync"
	"testing"

	natstest "github.com/nats-io/nats-server/v2/test"

	"ralsh/ral/raltest/real"
)

// serveNATS starts the server of a configuration as a library.
func serveNATS(t testing.TB, config string) {
	t.Helper()
	s, _ := natstest.RunServerWithConfig(config)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
}

// listen serves each connection to a socket, as systemd does.
func listen(t testing.TB, path string, serve func(conn net.Conn)) {
	t.Helper()
	socket, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	t.Cleanup(func() { socket.Close(); running.Wait() })
	running.Go(func() {
		for {
			conn, err := socket.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				defer conn.Close()
				serve(conn)
			})
		}
	})
}

// copyFile copies a file. Programs stay programs.
func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(from)
	if err != nil {
		t.Fatal(err)
	}
	real.Write(t, to, string(data), info.Mode().Perm())
}
