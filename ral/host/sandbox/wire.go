package sandbox

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// message is a message between this program and its supervisor: a packet of JSON with
// descriptors.
type message struct {
	ID   int    `json:"id,omitempty"` // of a request and its reply; 0 is news
	Op   string `json:"op,omitempty"`
	View int    `json:"view,omitempty"`
	Proc int    `json:"proc,omitempty"`
	Kind Kind   `json:"kind,omitempty"`

	Overlay bool     `json:"overlay,omitempty"`
	Network bool     `json:"network,omitempty"`
	Host    bool     `json:"host,omitempty"`
	Hidden  []string `json:"hidden,omitempty"`

	Uppers []string   `json:"uppers,omitempty"` // mount points, in the order of their directories
	Died   *DiedError `json:"died,omitempty"`

	Error   string `json:"error,omitempty"`
	Lacking bool   `json:"lacking,omitempty"` // Error is a missing feature of this machine

	process *Process
	pid     int // of the process, as the receiver sees it
	fds     []int
}

// The operations of messages.
const (
	opened       = "opened"
	died         = "died"
	makeView     = "make view"
	refreshView  = "refresh view"
	closeView    = "close view"
	startProcess = "start"
	forkProcess  = "fork"
	killProcess  = "kill"
)

// packetLimit exceeds every message.
const packetLimit = 128 << 10

type wire struct{ conn *net.UnixConn }

// newWire takes ownership of a socket.
func newWire(fd int) (wire, error) {
	if err := unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PASSCRED, 1); err != nil {
		return wire{}, errors.Join(err, unix.Close(fd))
	}
	conn, err := unixConn(fd)
	return wire{conn}, err
}

func unixConn(fd int) (*net.UnixConn, error) {
	file := os.NewFile(uintptr(fd), "sandbox")
	defer func() { _ = file.Close() }()
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, err
	}
	return conn.(*net.UnixConn), nil
}

func (w wire) send(m message) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	var control []byte
	if len(m.fds) > 0 {
		control = unix.UnixRights(m.fds...)
	}
	if m.pid != 0 {
		control = append(control, unix.UnixCredentials(&unix.Ucred{
			Pid: int32(m.pid), Uid: uint32(unix.Getuid()), Gid: uint32(unix.Getgid()),
		})...)
	}
	_, _, err = w.conn.WriteMsgUnix(data, control, nil)
	return err
}

// receive waits for a message. The error is io.EOF after the last message.
func (w wire) receive() (message, error) {
	data := make([]byte, packetLimit)
	n, pid, fds, err := receiveWith(w.conn, data)
	if err != nil {
		return message{}, err
	}
	m := message{}
	if err := json.Unmarshal(data[:n], &m); err != nil {
		closeAll(fds)
		return message{}, err
	}
	m.pid, m.fds = pid, fds
	return m, nil
}

// receiveWith reads from a socket that passes credentials, and returns also who
// sent it and the descriptors with it.
func receiveWith(conn *net.UnixConn, data []byte) (n, pid int, fds []int, err error) {
	control := make([]byte, 1<<10)
	n, used, _, _, err := conn.ReadMsgUnix(data, control)
	if err != nil {
		return 0, 0, nil, err
	}
	parts, err := unix.ParseSocketControlMessage(control[:used])
	if err != nil {
		return 0, 0, nil, err
	}
	for _, part := range parts {
		if from, err := unix.ParseUnixCredentials(&part); err == nil {
			pid = int(from.Pid)
		}
		if more, err := unix.ParseUnixRights(&part); err == nil {
			fds = append(fds, more...)
		}
	}
	if n == 0 {
		closeAll(fds)
		return 0, 0, nil, io.EOF
	}
	return n, pid, fds, nil
}

func socketPair(kind int) (a, b int, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, kind|unix.SOCK_CLOEXEC, 0)
	return pair[0], pair[1], err
}

func closeAll(fds []int) {
	for _, fd := range fds {
		_ = unix.Close(fd)
	}
}
