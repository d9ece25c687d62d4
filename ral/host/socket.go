package host

import (
	"context"
	"io"
	"net"
)

// Local is a connection to a different process of this host.
type Local interface {
	io.ReadWriteCloser
	// CloseWrite closes the writing side of the connection.
	CloseWrite() error
}

// DialLocal connects to a socket of the file system (unix(7)).
func DialLocal(ctx context.Context, path string) (Local, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	return conn.(*net.UnixConn), nil
}
