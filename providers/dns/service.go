package dns

import (
	"context"
	"errors"
	"slices"

	"github.com/libdns/libdns"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Service is one kind of DNS service: a provider of dnsrr, and of dnszone where
// its clients are a ZoneKeeper.
type Service struct {
	Name     string
	Doc      string   // Markdown
	Settings []string // what an account takes, beside zones and timeout; nil is anything
	Keeps    bool     // its clients are a ZoneKeeper
	Makes    bool     // it makes and removes zones, and knows their kinds
	Open     func(Conn, Account) (Client, error)
}

func (s Service) settings() []string { return append(slices.Clone(s.Settings), "zones", "timeout") }

func (s Service) knows(setting string) bool {
	return s.Settings == nil || slices.Contains(s.settings(), setting)
}

// Client is an account at a service: the four interfaces of libdns. Zones are
// named with their last dot, and names within them relatively.
type Client interface {
	libdns.RecordGetter
	libdns.RecordAppender
	libdns.RecordSetter
	libdns.RecordDeleter
}

// Editor is a Client that changes several sets of records in one act: those of
// set are all that there should be of their name and type, and of remove there
// should be none of the name and type.
type Editor interface {
	EditRecords(ctx context.Context, zone string, set, remove []libdns.Record) error
}

// Conn is how a client gets to the network: it looks, and while a resource is
// changed it acts.
type Conn struct {
	rd host.Reader
	wr *host.Writer
}

// ReadConn is a Conn that only reads.
func ReadConn(rd host.Reader) Conn { return Conn{rd: rd} }

// WriteConn is a Conn for a change.
func WriteConn(wr host.Writer) Conn { return Conn{wr.Reader(), &wr} }

// Reader returns the side that reads.
func (c Conn) Reader() host.Reader { return c.rd }

// Writer returns the side that changes. It is an error for a ReadConn.
func (c Conn) Writer() (host.Writer, error) {
	if c.wr == nil {
		return host.Writer{}, errors.New("nothing is changed while looking")
	}
	return *c.wr, nil
}

// Provider is the service as a provider, without its behaviour.
func (s Service) Provider(what string) ral.Provider {
	return ral.Provider{
		Reach: func(*ral.Resource, host.Act) ral.Reach { return ral.Reach{Types: []string{"dnszone", "dnsrr"}} },
		Name:  s.Name,
		Doc:   s.Doc + " " + what + " The accounts are sections of `" + FileOf(s.Name) + "`, which must not be open to everyone and is never shown.",
		Confines: []ral.Confine{{
			Kind: ral.ConfineExists, Subject: FileOf(s.Name),
			Hint: "write the account into " + FileOf(s.Name) + ", mode 0600: " + s.example(),
		}},
	}
}

func (s Service) example() string {
	text := "[main]"
	for _, name := range s.settings() {
		text += " " + name
	}
	return text
}

// Relations are the resources that come before a zone or a record: the files
// that its provider needs, or of the credentials of all while it has none.
func Relations(services []Service) ral.Relation {
	return ral.Relation{Kind: ral.Require, Type: "file", Titles: func(r *ral.Resource) []string {
		var files []string
		if r.Provider != nil {
			for _, c := range r.Provider.Confines {
				if c.Kind == ral.ConfineExists {
					files = append(files, c.Subject)
				}
			}
			return files
		}
		for _, s := range services {
			files = append(files, FileOf(s.Name))
		}
		return files
	}}
}

// AccountAttr is the parameter that names an account.
func AccountAttr() *ral.Attribute {
	return &ral.Attribute{
		Name: "account", Kind: ral.Param, LocatesResource: true, Example: "main",
		Doc: "The account: a section of the provider's file of credentials, `/etc/ralsh/PROVIDER.ini`. " +
			"Without it, it is the first that has the zone.",
	}
}
