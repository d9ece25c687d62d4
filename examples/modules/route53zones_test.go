package modules_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// serve answers a request that is signed.
func (a *aws) serve(r *http.Request, body []byte) (any, error) {
	path, ok := strings.CutPrefix(r.URL.Path, "/2013-04-01/")
	parts := strings.Split(path, "/")
	switch {
	case !ok:
	case r.Method == "GET" && path == "hostedzone":
		return a.listZones(r.URL.Query().Get("marker"))
	case r.Method == "POST" && path == "hostedzone":
		return a.create(body)
	case r.Method == "GET" && parts[0] == "change" && len(parts) == 2:
		return a.poll(parts[1])
	case parts[0] == "hostedzone" && len(parts) >= 2:
		i := slices.IndexFunc(a.zones, func(z *awsZone) bool { return z.id == parts[1] })
		switch {
		case i < 0:
			return nil, &awsError{404, "NoSuchHostedZone", "No hosted zone found with ID: " + parts[1]}
		case r.Method == "DELETE" && len(parts) == 2:
			return a.remove(i)
		case r.Method == "GET" && len(parts) == 3 && parts[2] == "rrset":
			return a.listSets(a.zones[i], r)
		case r.Method == "POST" && len(parts) == 3 && parts[2] == "rrset":
			return a.change(a.zones[i], body)
		}
	}
	return nil, &awsError{404, "InvalidAction", r.Method + " " + r.URL.Path}
}

type awsHostedZone struct {
	ID      string `xml:"Id"`
	Name    string `xml:"Name"`
	Private bool   `xml:"Config>PrivateZone"`
}

func (z *awsZone) shown() awsHostedZone {
	return awsHostedZone{"/hostedzone/" + z.id, z.name, z.private}
}

func (a *aws) listZones(marker string) (any, error) {
	out := struct {
		XMLName   xml.Name        `xml:"https://route53.amazonaws.com/doc/2013-04-01/ ListHostedZonesResponse"`
		Zones     []awsHostedZone `xml:"HostedZones>HostedZone"`
		Truncated bool            `xml:"IsTruncated"`
		Next      string          `xml:"NextMarker,omitempty"`
	}{}
	from := 0
	if marker != "" {
		if from = slices.IndexFunc(a.zones, func(z *awsZone) bool { return z.id == marker }); from < 0 {
			return nil, errors.New("marker")
		}
	}
	for i, z := range a.zones[from:] {
		if i == a.page {
			out.Truncated, out.Next = true, z.id
			break
		}
		out.Zones = append(out.Zones, z.shown())
	}
	return out, nil
}

func (a *aws) listSets(z *awsZone, r *http.Request) (any, error) {
	out := struct {
		XMLName   xml.Name `xml:"https://route53.amazonaws.com/doc/2013-04-01/ ListResourceRecordSetsResponse"`
		Sets      []awsSet `xml:"ResourceRecordSets>ResourceRecordSet"`
		Truncated bool     `xml:"IsTruncated"`
		Name      string   `xml:"NextRecordName,omitempty"`
		Type      string   `xml:"NextRecordType,omitempty"`
		ID        string   `xml:"NextRecordIdentifier,omitempty"`
	}{}
	q := r.URL.Query()
	from := awsSet{Name: q.Get("name"), Type: q.Get("type"), ID: q.Get("identifier")}
	for _, s := range z.sets {
		if from.Name != "" && order(s) < order(from) {
			continue
		}
		if len(out.Sets) == a.page {
			out.Truncated, out.Name, out.Type, out.ID = true, s.Name, s.Type, s.ID
			break
		}
		out.Sets = append(out.Sets, s)
	}
	return out, nil
}

type awsChange struct {
	ID     string `xml:"Id"`
	Status string `xml:"Status"`
	At     string `xml:"SubmittedAt"`
}

// begun returns a new change, which is pending.
func (a *aws) begun() awsChange {
	id := fmt.Sprintf("C%dEXAMPLE", len(a.left)+1)
	a.left[id] = a.pending
	return awsChange{"/change/" + id, "PENDING", "2026-01-31T23:59:59.000Z"}
}

func (a *aws) poll(id string) (any, error) {
	left, ok := a.left[id]
	if !ok {
		return nil, &awsError{404, "NoSuchChange", id}
	}
	a.left[id]--
	c := awsChange{"/change/" + id, "INSYNC", "2026-01-31T23:59:59.000Z"}
	if left > 0 {
		c.Status = "PENDING"
	}
	return struct {
		XMLName xml.Name  `xml:"https://route53.amazonaws.com/doc/2013-04-01/ GetChangeResponse"`
		Info    awsChange `xml:"ChangeInfo"`
	}{Info: c}, nil
}

func (a *aws) create(body []byte) (any, error) {
	var in struct {
		XMLName   xml.Name `xml:"https://route53.amazonaws.com/doc/2013-04-01/ CreateHostedZoneRequest"`
		Name      string
		Reference string `xml:"CallerReference"`
	}
	if err := xml.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	if !strings.HasSuffix(in.Name, ".") || in.Reference == "" {
		return nil, fmt.Errorf("name %q, reference %q", in.Name, in.Reference)
	}
	z := a.add(escapedName(in.Name))
	z.id = fmt.Sprintf("Z%dNEW", len(a.left)+len(a.zones))
	return struct {
		XMLName xml.Name      `xml:"https://route53.amazonaws.com/doc/2013-04-01/ CreateHostedZoneResponse"`
		Zone    awsHostedZone `xml:"HostedZone"`
		Info    awsChange     `xml:"ChangeInfo"`
	}{Zone: z.shown(), Info: a.begun()}, nil
}

func (a *aws) remove(i int) (any, error) {
	if len(a.zones[i].sets) > 2 {
		return nil, &awsError{400, "HostedZoneNotEmpty", "The specified hosted zone contains non-required resource record sets and so cannot be deleted."}
	}
	a.zones = slices.Delete(a.zones, i, i+1)
	return struct {
		XMLName xml.Name  `xml:"https://route53.amazonaws.com/doc/2013-04-01/ DeleteHostedZoneResponse"`
		Info    awsChange `xml:"ChangeInfo"`
	}{Info: a.begun()}, nil
}

// change makes all changes of a batch, or none.
func (a *aws) change(z *awsZone, body []byte) (any, error) {
	var in struct {
		XMLName xml.Name `xml:"https://route53.amazonaws.com/doc/2013-04-01/ ChangeResourceRecordSetsRequest"`
		Changes []struct {
			Action string
			Set    awsSet `xml:"ResourceRecordSet"`
		} `xml:"ChangeBatch>Changes>Change"`
	}
	if err := xml.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	next := &awsZone{name: z.name, sets: slices.Clone(z.sets)}
	records, characters := 0, 0
	for _, c := range in.Changes {
		times := 1
		if c.Action == "UPSERT" {
			times = 2
		}
		records += times * max(len(c.Set.Records), 1)
		characters += times * len(strings.Join(c.Set.values(), ""))
		c.Set.Name = escapedName(c.Set.Name)
		if err := next.apply(c.Action, c.Set); err != "" {
			return nil, &awsError{400, "InvalidChangeBatch", err}
		}
	}
	if len(in.Changes) == 0 || records > 1000 || characters > 32000 {
		return nil, &awsError{400, "InvalidInput", fmt.Sprintf("%d changes of %d records and %d characters", len(in.Changes), records, characters)}
	}
	z.sets = next.sets
	return struct {
		XMLName xml.Name  `xml:"https://route53.amazonaws.com/doc/2013-04-01/ ChangeResourceRecordSetsResponse"`
		Info    awsChange `xml:"ChangeInfo"`
	}{Info: a.begun()}, nil
}

func (z *awsZone) apply(action string, s awsSet) string {
	about := fmt.Sprintf("resource record set [name='%s', type='%s']", s.Name, s.Type)
	i := z.at(s)
	top := s.Name == z.name
	switch {
	case !top && !strings.HasSuffix(s.Name, "."+z.name):
		return about + " is not permitted in zone " + z.name
	case action == "DELETE" && top && (s.Type == "SOA" || s.Type == "NS"):
		return "A HostedZone must contain at least one NS record and exactly one SOA record"
	case action == "DELETE" && i < 0:
		return "Tried to delete " + about + " but it was not found"
	case action == "DELETE" && !reflect.DeepEqual(z.sets[i], s):
		return "Tried to delete " + about + " but the values provided do not match the current values"
	case action == "DELETE":
		z.sets = slices.Delete(z.sets, i, i+1)
		return ""
	case action != "UPSERT":
		return "an action " + action
	case len(s.Records) == 0 || s.TTL == "":
		return about + " has no records or no TTL"
	}
	for _, v := range s.values() {
		if s.Type == "TXT" && (!strings.HasPrefix(v, `"`) || !strings.HasSuffix(v, `"`) || strings.ContainsFunc(v, func(r rune) bool { return r > '~' })) {
			return "Invalid Resource Record: TXT must be in quotes and ASCII: " + v
		}
	}
	for _, o := range z.sets {
		if o.Name == s.Name && o.Type != s.Type && (o.Type == "CNAME" || s.Type == "CNAME") {
			return "RRSet of type " + s.Type + " with DNS name " + s.Name + " is not permitted because a conflicting RRSet of type " + o.Type + " exists"
		}
	}
	z.put(s)
	return ""
}
