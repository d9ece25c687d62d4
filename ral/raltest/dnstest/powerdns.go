package dnstest

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"

	"ralsh/ral/host"
	"ralsh/ral/host/dnswire"
	"ralsh/ral/host/fakehost"
)

// PowerDNS is the HTTP API of a PowerDNS server in memory.
type PowerDNS struct {
	Key string

	mu    sync.Mutex
	zones []*apiZone
	Asked []string // methods and paths
}

type apiZone struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Serial  uint32   `json:"serial"`
	Masters []string `json:"masters"`
	Sets    []apiSet `json:"rrsets,omitempty"`
}

type apiSet struct {
	Name       string     `json:"name"`
	Type       string     `json:"type"`
	TTL        uint32     `json:"ttl"`
	ChangeType string     `json:"changetype,omitempty"`
	Records    []apiEntry `json:"records"`
}

type apiEntry struct {
	Content  string `json:"content"`
	Disabled bool   `json:"disabled"`
}

// Net returns the server as the network of a fakehost.Host.
func (p *PowerDNS) Net() fakehost.Net { return fakehost.Net{HTTP: p.serve} }

// Add creates a zone, given by its name with the final dot, with a SOA record, a name server
// and the records in lines, written as "www 300 A 192.0.2.1". A line that begins with ! is a
// disabled record.
func (p *PowerDNS) Add(zone string, lines ...string) {
	z := &apiZone{Name: zone, Kind: "Native", Masters: []string{}, Serial: 1}
	z.put(apiSet{Name: zone, Type: "SOA", TTL: 3600, Records: []apiEntry{{Content: "ns1." + zone + " hostmaster." + zone + " 1 10800 3600 604800 3600"}}})
	for _, line := range append([]string{"@ 3600 NS ns1." + zone}, lines...) {
		off := strings.HasPrefix(line, "!")
		n := NewNameserver(zone, dnswire.TSIG{}, strings.TrimPrefix(line, "!"))
		r := n.records[1]
		i := slices.IndexFunc(z.Sets, func(s apiSet) bool { return s.Name == r.Name && s.Type == r.Type })
		if i < 0 {
			i = len(z.Sets)
			z.Sets = append(z.Sets, apiSet{Name: r.Name, Type: r.Type, TTL: r.TTL})
		}
		z.Sets[i].Records = append(z.Sets[i].Records, apiEntry{r.Data, off})
	}
	p.zones = append(p.zones, z)
}

func (z *apiZone) put(s apiSet) {
	z.Sets = slices.DeleteFunc(z.Sets, func(old apiSet) bool { return old.Name == s.Name && old.Type == s.Type })
	if len(s.Records) > 0 {
		z.Sets = append(z.Sets, s)
	}
}

func says(status int, text string) ([]byte, error) {
	body, _ := json.Marshal(map[string]string{"error": text})
	return nil, &host.StatusError{Status: status, Body: body}
}

func (p *PowerDNS) serve(r host.Request) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, err
	}
	if r.Header["X-API-Key"] != p.Key {
		return nil, &host.StatusError{Status: 401, Body: []byte("Unauthorized")}
	}
	path, ok := strings.CutPrefix(u.Path, "/api/v1/servers/localhost/zones")
	if !ok {
		return says(404, "Not Found")
	}
	p.Asked = append(p.Asked, r.Method+" "+path)
	id := strings.ReplaceAll(strings.TrimPrefix(path, "/"), "=2F", "/")
	at := slices.IndexFunc(p.zones, func(z *apiZone) bool { return z.Name == id })
	switch {
	case id == "" && r.Method == "GET":
		var list []apiZone
		for _, z := range p.zones {
			brief := *z
			brief.Sets = nil
			list = append(list, brief)
		}
		return json.Marshal(list)
	case id == "" && r.Method == "POST":
		return p.create(r.Body)
	case at < 0:
		return says(404, "Could not find domain '"+id+"'")
	}
	return p.change(r, at)
}

func (p *PowerDNS) create(body []byte) ([]byte, error) {
	var z struct {
		apiZone
		Nameservers []string
	}
	if err := json.Unmarshal(body, &z); err != nil {
		return nil, err
	}
	var records []apiEntry
	for _, ns := range z.Nameservers {
		records = append(records, apiEntry{Content: ns})
	}
	z.put(apiSet{Name: z.Name, Type: "NS", TTL: 3600, Records: records})
	z.Serial = 1
	p.zones = append(p.zones, &z.apiZone)
	return nil, nil
}

func (p *PowerDNS) change(r host.Request, at int) ([]byte, error) {
	z := p.zones[at]
	switch r.Method {
	case "GET":
		return json.Marshal(z)
	case "DELETE":
		p.zones = slices.Delete(p.zones, at, at+1)
		return nil, nil
	case "PUT":
		return nil, json.Unmarshal(r.Body, z)
	}
	var body apiZone
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return nil, err
	}
	for _, s := range body.Sets {
		if s.Type == "CNAME" && slices.ContainsFunc(z.Sets, func(o apiSet) bool { return o.Name == s.Name && o.Type != "CNAME" }) {
			return says(422, "RRset "+s.Name+" IN CNAME: Conflicts with pre-existing RRset")
		}
	}
	for _, s := range body.Sets {
		s.ChangeType = ""
		z.put(s)
	}
	z.Serial++
	return nil, nil
}
