package dnswire

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/miekg/dns"
)

// maxRecords limits the records of a zone for Ask.
const maxRecords = 1 << 20

// Ask sends the question to its name server. The answer to a question of type AXFR is the whole
// zone. A rejection, a missing or wrong signature, a timeout and an incomplete transfer are
// errors.
func (q Question) Ask(ctx context.Context) ([]Record, error) {
	kind, known := dns.StringToType[q.Type]
	name := dns.Fqdn(q.Name)
	if _, ok := dns.IsDomainName(name); !ok || !known {
		return nil, errors.New("the name or the type of the query is invalid")
	}
	c, err := q.At.dial(ctx)
	if err != nil {
		return nil, err
	}
	defer c.close()
	m := new(dns.Msg)
	m.SetQuestion(name, kind)
	m.RecursionDesired = false
	if err := c.send(m); err != nil {
		return nil, err
	}
	if kind == dns.TypeAXFR {
		return c.transfer()
	}
	answer, err := c.receive()
	if err != nil {
		return nil, err
	}
	return appendRecords(nil, answer.Answer), nil
}

// transfer reads a whole zone: it begins and ends with its SOA (RFC 5936).
func (c *connection) transfer() ([]Record, error) {
	var list []Record
	for {
		m, err := c.receive()
		if errors.Is(err, errHungUp) && len(list) > 0 {
			return nil, fmt.Errorf("the transfer is incomplete: the connection was closed after %d records", len(list))
		}
		if err != nil {
			return nil, err
		}
		first := len(list) == 0
		list = appendRecords(list, m.Answer)
		switch {
		case len(m.Answer) == 0 || first && list[0].Type != "SOA":
			return nil, errors.New("the transfer does not begin with a SOA record, or contains an empty message")
		case len(list) > maxRecords:
			return nil, fmt.Errorf("the answer has more than %d records", maxRecords)
		case len(list) > 1 && list[len(list)-1].Type == "SOA":
			return list[:len(list)-1], nil
		}
	}
}

func appendRecords(list []Record, answer []dns.RR) []Record {
	for _, rr := range answer {
		h := rr.Header()
		r := Record{Name: h.Name, TTL: h.Ttl, Type: dns.Type(h.Rrtype).String()}
		if caa, ok := rr.(*dns.CAA); ok {
			r.Data = fmt.Sprintf("%d %s %s", caa.Flag, caa.Tag, quoted(caa.Value))
		} else {
			r.Data = strings.TrimPrefix(rr.String(), h.String())
		}
		list = append(list, r)
	}
	return list
}

// quoted returns a text in quotes as in a zone file. The library does not
// escape a backslash in CAA.
func quoted(raw string) string {
	text := `"`
	for _, c := range []byte(raw) {
		switch {
		case c == '"' || c == '\\':
			text += `\` + string(c)
		case c < ' ' || c > '~':
			text += fmt.Sprintf(`\%03d`, c)
		default:
			text += string(c)
		}
	}
	return text + `"`
}
