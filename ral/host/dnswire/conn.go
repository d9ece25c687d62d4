package dnswire

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/miekg/dns"
)

// connection is a TCP connection to a name server (RFC 7766). If it has a key,
// every message that it reads must be signed with it.
type connection struct {
	conn    net.Conn
	ctx     context.Context
	silence time.Duration
	key     TSIG
	id      uint16
	mac     string // of the previous message
	later   bool   // the previous message belongs to the same answer
	stop    func() bool
}

func (n Nameserver) dial(ctx context.Context) (*connection, error) {
	silence := n.SilenceTimeout
	if silence <= 0 {
		silence = DefaultTimeout
	}
	within, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(within, "tcp", n.Address)
	c := &connection{conn: conn, ctx: ctx, silence: silence, key: n.Key}
	if err != nil {
		return nil, c.plain(err)
	}
	c.stop = context.AfterFunc(ctx, func() { _ = conn.Close() })
	return c, nil
}

func (c *connection) close() {
	c.stop()
	_ = c.conn.Close()
}

// send signs and writes a message, which starts an exchange.
func (c *connection) send(m *dns.Msg) error {
	c.id, c.mac, c.later = m.Id, "", false
	raw, err := c.packed(m)
	if err != nil {
		return err
	}
	if len(raw) > dns.MaxMsgSize {
		return fmt.Errorf("the DNS message is too long (%d bytes, at most %d)", len(raw), dns.MaxMsgSize)
	}
	_ = c.conn.SetWriteDeadline(time.Now().Add(c.silence))
	_, err = c.conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(raw))), raw...))
	return c.plain(err)
}

func (c *connection) packed(m *dns.Msg) (raw []byte, err error) {
	if c.key.Name == "" {
		return m.Pack()
	}
	m.SetTsig(dns.Fqdn(c.key.Name), dns.Fqdn(c.key.Algorithm), tsigFudge, time.Now().Unix())
	raw, c.mac, err = dns.TsigGenerate(m, c.key.Secret, "", false)
	if err != nil {
		return nil, fmt.Errorf("cannot sign with key %s: the secret is not base64, or the algorithm is unknown", c.key)
	}
	return raw, nil
}

// tsigFudge is the maximum difference of the clocks, in seconds (RFC 8945, 10).
const tsigFudge = 300

// receive reads and verifies a message of the answer.
func (c *connection) receive() (*dns.Msg, error) {
	_ = c.conn.SetReadDeadline(time.Now().Add(c.silence))
	var size [2]byte
	if _, err := io.ReadFull(c.conn, size[:]); err != nil {
		return nil, c.plain(err)
	}
	raw := make([]byte, binary.BigEndian.Uint16(size[:]))
	if _, err := io.ReadFull(c.conn, raw); err != nil {
		return nil, c.plain(err)
	}
	m := new(dns.Msg)
	if err := m.Unpack(raw); err != nil {
		return nil, errors.New("the answer is not a DNS message")
	}
	if m.Id != c.id || !m.Response {
		return nil, errors.New("the answer belongs to a different query")
	}
	return m, c.verify(m, raw)
}

func (c *connection) plain(err error) error {
	switch {
	case err == nil:
		return nil
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		return &SilenceError{c.silence}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errHungUp
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return op.Err
	}
	return err
}

var errHungUp = errors.New("the server closed the connection without an answer")

// SilenceError is a server that did not answer in time.
type SilenceError struct{ After time.Duration }

func (e *SilenceError) Error() string { return "no answer within " + e.After.String() }

// Unwrap returns context.DeadlineExceeded.
func (e *SilenceError) Unwrap() error { return context.DeadlineExceeded }
