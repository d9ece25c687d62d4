package attached

import (
	"context"
	"io"
	"net"
)

// Socket is a connection to a different process of this host.
type Socket interface {
	io.ReadWriteCloser
	// CloseWrite closes the writing side of the connection.
	CloseWrite() error
}

// Dial connects to a socket of the file system (unix(7)).
func Dial(ctx context.Context, path string) (Socket, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	return conn.(*net.UnixConn), nil
}
