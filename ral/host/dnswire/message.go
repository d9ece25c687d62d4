package dnswire

import (
	"fmt"
	"time"
)

// DefaultTimeout is the default timeout for connecting to a server and for each message.
const DefaultTimeout = 10 * time.Second

// Nameserver is a DNS server with the key for it.
type Nameserver struct {
	Address        string // host:port, TCP
	Key            TSIG
	SilenceTimeout time.Duration // per message; 0 for DefaultTimeout
}

// TSIG is a key for signing messages (RFC 8945). The zero TSIG does not sign. No format prints
// the secret.
type TSIG struct {
	Name      string
	Algorithm string // hmac-sha256
	Secret    string // base64
}

// Format prints only the name.
func (k TSIG) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, k.Name) }

// String returns the address.
func (n Nameserver) String() string { return n.Address }

// Question is a query for the records of a type at a name, or, with type AXFR,
// for a whole zone, which begins with its SOA.
type Question struct {
	At         Nameserver
	Name, Type string
}

// String returns the question like dig, as "AXFR example.com at 127.0.0.1:53".
func (q Question) String() string { return q.Type + " " + q.Name + " at " + q.At.Address }

// Record is a record in the format of a zone file.
type Record struct {
	Name string // absolute, with the final dot
	TTL  uint32
	Type string
	Data string // as in a zone file: 10 mail.example.com.
}

// Update is a change of a zone.
type Update struct {
	At    Nameserver
	Zone  string
	Edits []Edit
	Lines []string // description for users
}

// Edit is a single change of an Update. An added SOA with the serial 0 gets the next serial of
// the zone.
type Edit struct {
	Verb EditVerb
	Record
}

// EditVerb is the kind of an Edit.
type EditVerb uint8

// The kinds of edits.
const (
	AddRecord    EditVerb = iota
	RemoveRecord          // a single record, regardless of its TTL
	RemoveSet             // all records of the name and type
)

// String returns the zone and the server.
func (u Update) String() string { return "update of " + u.Zone + " at " + u.At.Address }
