package local

import (
	"context"
	"errors"
	"fmt"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"

	"ralsh/ral/host"
)

// bus is the system bus. It connects on first use and keeps the connection.
type bus struct {
	turn chan struct{} // holds one token; unlike a mutex, a channel supports a deadline
	conn *dbus.Conn
}

func newBus() *bus {
	b := &bus{turn: make(chan struct{}, 1)}
	b.turn <- struct{}{}
	return b
}

func (b *bus) call(ctx context.Context, call host.BusCall) ([]any, error) {
	conn, err := b.connect(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", call, err)
	}
	object := conn.Object(call.Dest, dbus.ObjectPath(call.Object))
	reply := object.CallWithContext(ctx, call.Interface+"."+call.Method, 0, call.Args...)
	if reply.Err != nil {
		return nil, fmt.Errorf("%s: %w", call, reply.Err)
	}
	return reply.Body, nil
}

func (b *bus) connect(ctx context.Context) (*dbus.Conn, error) {
	select {
	case <-b.turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if conn := b.conn; conn != nil && conn.Connected() {
		b.turn <- struct{}{}
		return conn, nil
	}
	type dialled struct {
		conn *dbus.Conn
		err  error
	}
	answer := make(chan dialled, 1)
	go func() {
		defer func() { b.turn <- struct{}{} }()
		conn, err := dbus.ConnectSystemBus()
		if err == nil {
			b.conn = conn
		}
		answer <- dialled{conn, err}
	}()
	select {
	case got := <-answer:
		if errors.Is(got.err, unix.ENOENT) || errors.Is(got.err, unix.ECONNREFUSED) {
			return nil, fmt.Errorf("%w: %w", host.ErrNoBus, got.err)
		}
		return got.conn, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
