package host

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Nameserver is a DNS server, and the key by which it knows us.
type Nameserver struct {
	Address        string // host:port, by TCP
	Key            TSIG
	SilenceTimeout time.Duration // of one silence; 0 is NetTimeout
}

// TSIG is a key that messages are signed with (RFC 8945). The zero TSIG signs
// nothing. However it is printed, the secret is not shown.
type TSIG struct {
	Name      string
	Algorithm string // hmac-sha256
	Secret    string // base64
}

// Format prints the name alone.
func (k TSIG) Format(f fmt.State, _ rune) { _, _ = fmt.Fprint(f, k.Name) }

// String is where the server is.
func (n Nameserver) String() string { return n.Address }

// Question is what a name server is asked: the records of a type at a name, or
// of type AXFR all that a zone holds, with its SOA first.
type Question struct {
	At         Nameserver
	Name, Type string
}

// String is the question in dig's words, as "AXFR example.com at 127.0.0.1:53".
func (q Question) String() string { return q.Type + " " + q.Name + " at " + q.At.Address }

func (q Question) lines() []string      { return nil }
func (q Question) limit() time.Duration { return q.At.SilenceTimeout }

// Record is one record as a zone file has it.
type Record struct {
	Name string // absolute, with its last dot
	TTL  uint32
	Type string
	Data string // as in a zone file: 10 mail.example.com.
}

// Update is a change of one zone.
type Update struct {
	At    Nameserver
	Zone  string
	Edits []Edit
	Lines []string // what it does, for people
}

// Edit is one change of an Update. A SOA that is added with the serial 0 gets
// the one after the zone's own.
type Edit struct {
	Verb EditVerb
	Record
}

// EditVerb is what an Edit does.
type EditVerb uint8

// What an Edit does.
const (
	AddRecord    EditVerb = iota
	RemoveRecord          // the one record, whatever its TTL
	RemoveSet             // all records of the name and type
)

// String is where the update goes.
func (u Update) String() string { return "update of " + u.Zone + " at " + u.At.Address }

func (u Update) lines() []string      { return u.Lines }
func (u Update) limit() time.Duration { return u.At.SilenceTimeout }

// Call is one call of a client that someone else wrote, which goes to the
// network by itself.
type Call struct {
	What    string   // "acme SetRecords example.com"
	Lines   []string // what it does, for people
	Timeout time.Duration
	Do      func(ctx context.Context) error
}

// String is what the call is.
func (c Call) String() string { return c.What }

func (c Call) lines() []string      { return c.Lines }
func (c Call) limit() time.Duration { return c.Timeout }

// do ends the call by its context. One that does not heed that is left behind.
func (c Call) do(ctx context.Context) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, silenceTimeout(c))
	defer cancel()
	done := make(chan error, 1)
	go func() {
		done <- guarded(ctx, c.Do)
	}()
	select {
	case err := <-done:
		return reply{}, err
	case <-ctx.Done():
		return reply{}, ctx.Err()
	}
}

// guarded turns a panic of foreign code into an error.
func guarded(ctx context.Context, do func(context.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it broke: %v", r)
		}
	}()
	return do(ctx)
}

// summary is the first lines and how many more there are.
func summary(lines []string) string {
	const most = 3
	if len(lines) <= most {
		return strings.Join(lines, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(lines[:most], "; "), len(lines)-most)
}
