package host

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
)

// worded is an error with a message for users.
type worded struct {
	text string
	err  error
}

func (w worded) Error() string { return w.text }
func (w worded) Unwrap() error { return w.err }

// Connection describes why a connection failed, without names of Go packages and
// without the address, which precedes it.
func Connection(err error) error {
	text := bare(err.Error())
	switch unknown, op := asError[*net.DNSError](err), asError[*net.OpError](err); {
	case unknown != nil && unknown.IsNotFound:
		text = "unknown host " + unknown.Name
	case unknown != nil:
		text = "cannot resolve the name " + unknown.Name + ": " + bare(unknown.Err)
	case op != nil && op.Op == "dial":
		text = "cannot connect: " + innermost(op)
	case op != nil && op.Op == "remote error":
		text = "the server rejected the certificate of this host: " + innermost(op)
	case op != nil:
		text = "the connection failed: " + innermost(op)
	case hasError[*tls.CertificateVerificationError](err):
		text = "the certificate of the server is not trusted: " + innermost(err)
	case errors.Is(err, http.ErrSchemeMismatch), hasError[tls.RecordHeaderError](err):
		text = "the server does not speak TLS on this port"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		text = "the connection ended unexpectedly"
	}
	return worded{text, err}
}

func asError[E error](err error) E {
	found, _ := errors.AsType[E](err)
	return found
}

func hasError[E error](err error) bool {
	_, found := errors.AsType[E](err)
	return found
}

// innermost returns the text of the innermost error.
func innermost(err error) string {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return bare(err.Error())
}

// bare removes the names of Go packages from a text.
func bare(text string) string {
	for _, name := range []string{"tls: ", "x509: ", "asn1: ", "net/http: ", "http: "} {
		text = strings.ReplaceAll(text, name, "")
	}
	return text
}
