package powerdns

import (
	"context"
	"strconv"
	"strings"

	"ralsh/providers/dns"
)

// zone is a zone of the API.
type zone struct {
	Name        string   `json:"name,omitempty"`
	Kind        string   `json:"kind"`
	Serial      *uint32  `json:"serial,omitempty"`
	Masters     []string `json:"masters"`
	Nameservers []string `json:"nameservers,omitempty"`
	Sets        []set    `json:"rrsets,omitempty"`
}

// kind converts PowerDNS's name of a kind, which differs before 4.5.
func kind(theirs string) string {
	switch word := strings.ToLower(theirs); word {
	case "master":
		return "primary"
	case "slave":
		return "secondary"
	default:
		return word
	}
}

// theirs returns the name of a kind that every version supports.
func theirs(kind string) string {
	switch kind {
	case "primary":
		return "Master"
	case "secondary":
		return "Slave"
	}
	return "Native"
}

func (z zone) ours() dns.Zone {
	own := dns.Zone{Name: strings.ToLower(strings.TrimSuffix(z.Name, ".")), Kind: kind(z.Kind), Primaries: z.Masters}
	if z.Serial != nil {
		own.Serial = strconv.FormatUint(uint64(*z.Serial), 10)
	}
	return own
}

func (c Client) zones(ctx context.Context) ([]zone, error) {
	var list []zone
	return list, c.get(ctx, "/zones", &list)
}

// ZoneNames returns all zones of the server.
func (c Client) ZoneNames(ctx context.Context) ([]string, error) {
	list, err := c.zones(ctx)
	var names []string
	for _, z := range list {
		names = append(names, z.Name)
	}
	return names, err
}

// ListedZones returns the zones with these names, without their SOA.
func (c Client) ListedZones(ctx context.Context, names []string) ([]dns.Zone, error) {
	list, err := c.zones(ctx)
	there := make(map[string]dns.Zone)
	for _, z := range list {
		own := z.ours()
		there[own.Name] = own
	}
	var zones []dns.Zone
	for _, name := range names {
		if z, ok := there[name]; ok {
			zones = append(zones, z)
		}
	}
	return zones, err
}

// ReadZone reads a zone.
func (c Client) ReadZone(ctx context.Context, name string) (*dns.Zone, error) {
	var z zone
	err := c.get(ctx, zonePath(name), &z)
	if missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	own := z.ours()
	for _, s := range z.Sets {
		if s.Type == "SOA" && len(s.Records) == 1 {
			own.TTL = strconv.FormatUint(uint64(s.TTL), 10)
			own.SOA, _, err = dns.ReadSOA(s.Records[0].Content)
		}
	}
	return &own, err
}

// CreateZone creates a zone with its SOA record and name servers.
func (c Client) CreateZone(ctx context.Context, z dns.Zone, nameservers []string) error {
	body := zone{Name: z.Name + ".", Kind: theirs(z.Kind), Masters: list(z.Primaries)}
	lines := []string{"create zone " + z.Name + ", " + strings.ToLower(z.Kind)}
	if z.Kind == "secondary" {
		return c.send(ctx, "POST", "/zones", body, lines)
	}
	for _, ns := range nameservers {
		body.Nameservers = append(body.Nameservers, ns+".")
		lines = append(lines, "set "+z.Name+" NS "+ns)
	}
	z = z.Complete(nameservers)
	soa, err := soaSet(z, "1")
	if err != nil {
		return err
	}
	soa.ChangeType = ""
	body.Sets = []set{soa}
	return c.send(ctx, "POST", "/zones", body, append(lines, z.Line()))
}

func list(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}

func soaSet(z dns.Zone, serial string) (set, error) {
	ttl, err := strconv.ParseUint(z.TTL, 10, 32)
	return set{
		Name: z.Name + ".", Type: "SOA", TTL: uint32(ttl), ChangeType: "REPLACE", Records: []entry{{Content: z.SOA.Data(serial)}},
	}, err
}

// ChangeZone changes the kind, and the SOA record with the current serial of the zone,
// which the server increments.
func (c Client) ChangeZone(ctx context.Context, z dns.Zone, soa, kinds bool) error {
	if kinds {
		lines := []string{strings.TrimSpace("set the kind of " + z.Name + " to " + z.Kind + " " + strings.Join(z.Primaries, " "))}
		err := c.send(ctx, "PUT", zonePath(z.Name), zone{Kind: theirs(z.Kind), Masters: list(z.Primaries)}, lines)
		if err != nil {
			return err
		}
	}
	if !soa {
		return nil
	}
	now, err := c.ReadZone(ctx, z.Name)
	if err != nil {
		return err
	}
	serial := z.Serial
	if now != nil {
		serial = now.Serial
	}
	s, err := soaSet(z, serial)
	if err != nil {
		return err
	}
	return c.send(ctx, "PATCH", zonePath(z.Name), patch{[]set{s}}, []string{z.Line()})
}

// DeleteZone removes a zone with all its records.
func (c Client) DeleteZone(ctx context.Context, name string) error {
	return c.send(ctx, "DELETE", zonePath(name), nil, []string{"remove zone " + name + " and all its records"})
}
