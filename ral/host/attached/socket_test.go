package attached

import (
	"io"
	"net"
	"path/filepath"
	"testing"
)

func TestDialLocal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	if _, err := Dial(t.Context(), path); err == nil {
		t.Fatal("connected to nothing")
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.Copy(conn, conn)
	}()
	conn, err := Dial(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte("echo")); err != nil {
		t.Fatal(err)
	}
	if err := conn.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(conn); err != nil || string(got) != "echo" {
		t.Errorf("it answered %q, %v", got, err)
	}
}
