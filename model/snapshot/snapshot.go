package snapshot

import (
	"slices"
	"time"

	"ralsh/ral/noise"
)

// schema is the version of the form.
const schema = 1

// Snapshot is the state of a host at a time.
type Snapshot struct {
	Head  Head
	Types []Listing // by name
	Facts Listing
}

// Head is the host of a snapshot, and who took it.
type Head struct {
	Schema     int       `json:"schema"`
	Kind       kind      `json:"kind"`
	Host       string    `json:"host"` // the host name of the host
	Root       string    `json:"root"` // the root directory on the host
	Taken      time.Time `json:"taken"`
	Version    string    `json:"version"` // of ralsh
	User       string    `json:"user"`
	Privileged bool      `json:"privileged"` // the user is root
}

type kind string

const (
	headLine     kind = "snapshot"
	typeLine     kind = "type"
	instanceLine kind = "instance"
	factLine     kind = "fact"
	endLine      kind = "end"
)

// Listing contains the instances of a type, or the facts.
type Listing struct {
	Kind        kind       `json:"kind"`
	Type        string     `json:"type"`
	Complete    bool       `json:"complete"`         // each suitable provider listed all of its instances
	PerProvider bool       `json:"per_provider"`     // the same name at two providers is two instances
	Chosen      bool       `json:"chosen,omitempty"` // only selected instances were read
	Places      []string   `json:"places,omitempty"` // the properties that distinguish instances of the same name
	Providers   []Provider `json:"providers"`        // in the order of the type
	Items       []Item     `json:"-"`                // by title and provider
}

// Provider is the result of listing a provider.
type Provider struct {
	Name     string `json:"name"`
	Suitable bool   `json:"suitable"`
	Why      string `json:"why,omitempty"`   // it is not suitable
	Error    string `json:"error,omitempty"` // it cannot list all
	Count    int    `json:"count"`
}

// Item is an instance or a fact, as a line that is parsed on demand.
type Item struct {
	Title    string
	Provider string
	line     []byte
}

// record is the line of an instance or of a fact.
type record struct {
	Kind       kind                   `json:"kind"`
	Type       string                 `json:"type,omitempty"`
	Title      string                 `json:"title"`
	Provider   string                 `json:"provider,omitempty"`
	Class      noise.Class            `json:"class,omitempty"` // of the instance, or of the fact
	Properties map[string]any         `json:"properties"`      // null if unknown or secret
	Classes    map[string]noise.Class `json:"classes,omitempty"`
	Unknown    map[string]string      `json:"unknown,omitempty"`   // properties with the reason
	Redacted   []string               `json:"redacted,omitempty"`  // properties that are secret
	ReadOnly   []string               `json:"read_only,omitempty"` // properties that cannot be declared
	LeftOut    string                 `json:"left_out,omitempty"`  // why the instance cannot be declared
}

// end is the last line.
type end struct {
	Kind      kind   `json:"kind"`
	Types     int    `json:"types"`
	Instances int    `json:"instances"`
	Facts     int    `json:"facts"`
	SHA256    string `json:"sha256"` // of all lines before, in hex
}

// of returns the listing of a type, or nil.
func (s *Snapshot) of(typ string) *Listing {
	for i := range s.Types {
		if s.Types[i].Type == typ {
			return &s.Types[i]
		}
	}
	return nil
}

// Keep removes all but these types, and the facts.
func (s *Snapshot) Keep(types []string) {
	s.Types = slices.DeleteFunc(s.Types, func(l Listing) bool { return !l.Chosen && !slices.Contains(types, l.Type) })
	s.Facts = Listing{Complete: true}
}
