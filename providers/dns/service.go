package dns

import (
	"context"
	"errors"
	"slices"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
)

// Service is a kind of DNS service: a provider of dnsrr and of dnszone.
type Service struct {
	Name     string
	Doc      string   // Markdown
	Settings []string // settings of an account in addition to zones and timeout
	Makes    bool     // it can create and remove zones, and knows their kinds
	Open     func(Conn, Account) (Client, error)
}

func (s Service) settings() []string { return append(slices.Clone(s.Settings), "zones", "timeout") }

func (s Service) knows(setting string) bool { return slices.Contains(s.settings(), setting) }

// Client is an account of a service. Names of zones have no final dot.
type Client interface {
	// ZoneNames returns the zones of the account.
	ZoneNames(ctx context.Context) ([]string, error)
	// Records returns all records of a zone.
	Records(ctx context.Context, zone string) ([]dnswire.Record, error)
	// Edit changes several sets of a zone in a single action: it replaces the sets in
	// set, and removes the sets in remove.
	Edit(ctx context.Context, zone string, set []Set, remove []Key) error
	// ListedZones returns the zones with the fields that a listing provides.
	ListedZones(ctx context.Context, names []string) ([]Zone, error)
	// ReadZone returns a zone, or nil.
	ReadZone(ctx context.Context, name string) (*Zone, error)
	// CreateZone creates a zone with the name servers.
	CreateZone(ctx context.Context, z Zone, nameservers []string) error
	// ChangeZone changes a zone: its SOA, its kind, or both.
	ChangeZone(ctx context.Context, z Zone, soa, kind bool) error
	DeleteZone(ctx context.Context, name string) error
}

// Conn is a client's access to the network: for reading, and for writing while
// a resource is changed.
type Conn struct {
	rd host.Reader
	wr *host.Writer
}

// ReadConn returns a Conn that only reads.
func ReadConn(rd host.Reader) Conn { return Conn{rd: rd} }

// WriteConn returns a Conn for a change.
func WriteConn(wr host.Writer) Conn { return Conn{wr.Reader(), &wr} }

// Reader returns the reader.
func (c Conn) Reader() host.Reader { return c.rd }

// Writer returns the writer, or an error for a ReadConn.
func (c Conn) Writer() (host.Writer, error) {
	if c.wr == nil {
		return host.Writer{}, errors.New("a read-only connection cannot change records")
	}
	return *c.wr, nil
}

// Provider returns the service as a provider, without its behaviour.
func (s Service) Provider(what string) ral.Provider {
	return ral.Provider{
		Writes: ral.Writes{Reach: func(*ral.Resource, host.Act) ral.Reach { return ral.Reach{Types: []string{"dnszone", "dnsrr"}} }},
		Name:   s.Name,
		Doc:    s.Doc + " " + what + " The accounts are sections of `" + FileOf(s.Name) + "`. Other users must not have access to the file. ralsh never shows its content.",
		Confines: []condition.Confine{{
			Kind: condition.ConfineExists, Subject: FileOf(s.Name),
			Hint: "create " + FileOf(s.Name) + " with mode 0600 and an account: " + s.example(),
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

// Relations returns the relation of a zone or a record to the files that its provider
// needs, or to all credentials files if its provider is unknown.
func Relations(services []Service) ral.Relation {
	return ral.Relation{Kind: ral.Require, Type: "file", Titles: func(r *ral.Resource) []string {
		var files []string
		if r.Provider != nil {
			for _, c := range r.Provider.Confines {
				if c.Kind == condition.ConfineExists {
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

// AccountAttr returns the parameter that names an account.
func AccountAttr() *ral.Attribute {
	return &ral.Attribute{
		Name: "account", Kind: ral.Param, LocatesResource: true, Example: "main",
		Doc: "The account: a section of the provider's credentials file `/etc/ralsh/PROVIDER.ini`. " +
			"Default: the first account with the zone.",
	}
}
