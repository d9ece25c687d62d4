package modules_test

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	awsID     = "AKIDEXAMPLE"
	awsSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
)

// aws behaves like Amazon Route 53, with zones in memory. It checks each signature
// against its own clock.
type aws struct {
	mu      sync.Mutex
	zones   []*awsZone
	page    int              // items of a page
	now     func() time.Time // its clock
	token   string           // the session token that it wants
	busy    int              // so many requests are refused before the next is taken
	pending int              // so often a change is pending before it is in sync
	answer  http.HandlerFunc // answers instead, where it is set, what wrong accepts
	wrong   func(*http.Request) bool
	asked   []string // methods and paths that were taken
	left    map[string]int
}

type awsZone struct {
	id, name string
	private  bool
	sets     []awsSet
}

// awsSet is a ResourceRecordSet.
type awsSet struct {
	Name    string      `xml:"Name"`
	Type    string      `xml:"Type"`
	ID      string      `xml:"SetIdentifier,omitempty"`
	Weight  string      `xml:"Weight,omitempty"`
	TTL     string      `xml:"TTL,omitempty"`
	Records []awsRecord `xml:"ResourceRecords>ResourceRecord"`
	Alias   *awsAlias   `xml:"AliasTarget"`
}

type awsRecord struct {
	Value string `xml:"Value"`
}

func (s awsSet) values() (list []string) {
	for _, r := range s.Records {
		list = append(list, r.Value)
	}
	return list
}

func awsRecords(values ...string) (list []awsRecord) {
	for _, v := range values {
		list = append(list, awsRecord{v})
	}
	return list
}

type awsAlias struct {
	Zone   string `xml:"HostedZoneId"`
	Name   string `xml:"DNSName"`
	Health bool   `xml:"EvaluateTargetHealth"`
}

func newAWS() *aws {
	return &aws{page: 2, now: time.Now, left: map[string]int{}}
}

// add makes a zone with the records in lines, written as "www 300 A 192.0.2.1", whose
// values are separated by |.
func (a *aws) add(name string, lines ...string) *awsZone {
	z := &awsZone{id: fmt.Sprintf("Z%dEXAMPLE", len(a.zones)+1), name: name}
	z.sets = []awsSet{
		{Name: name, Type: "NS", TTL: "172800", Records: awsRecords("ns-1.awsdns-01.com.", "ns-2.awsdns-02.net.")},
		{Name: name, Type: "SOA", TTL: "900", Records: awsRecords("ns-1.awsdns-01.com. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 86400")},
	}
	for _, line := range lines {
		words := strings.SplitN(line, " ", 4)
		s := awsSet{Name: name, Type: words[2], TTL: words[1], Records: awsRecords(strings.Split(words[3], "|")...)}
		if words[0] != "@" {
			s.Name = escapedName(words[0] + "." + name)
		}
		z.put(s)
	}
	a.zones = append(a.zones, z)
	return z
}

// escapedName returns a name as Route 53 answers it: in small letters, all but letters,
// digits, - and _ in octal.
func escapedName(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\\' && i+3 < len(text) {
			b.WriteString(text[i : i+4])
			i += 3
			continue
		}
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', strings.IndexByte("-_.", c) >= 0:
			b.WriteByte(c)
		case c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		default:
			fmt.Fprintf(&b, `\%03o`, c)
		}
	}
	return b.String()
}

func (z *awsZone) at(s awsSet) int {
	return slices.IndexFunc(z.sets, func(o awsSet) bool { return o.Name == s.Name && o.Type == s.Type && o.ID == s.ID })
}

func (z *awsZone) put(s awsSet) {
	if i := z.at(s); i >= 0 {
		z.sets[i] = s
	} else {
		z.sets = append(z.sets, s)
	}
	slices.SortFunc(z.sets, func(a, b awsSet) int { return cmp.Compare(order(a), order(b)) })
}

// order is the order of a list: by the labels from the last to the first, then by type.
func order(s awsSet) string {
	labels := strings.Split(strings.TrimSuffix(s.Name, "."), ".")
	slices.Reverse(labels)
	return strings.Join(labels, "\x00") + "\x01" + s.Type + "\x01" + s.ID
}

// awsError is an answer that refuses.
type awsError struct {
	status     int
	code, text string
}

func (e *awsError) Error() string { return e.code }

func (a *aws) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.answer != nil && (a.wrong == nil || a.wrong(r)) {
		a.asked = append(a.asked, r.Method+" "+r.URL.Path+" (odd)")
		a.answer(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	out := any(nil)
	if err == nil {
		err = a.trusts(r, body)
	}
	if err == nil && a.busy > 0 {
		a.busy--
		err = []error{&awsError{400, "Throttling", "Rate exceeded"}, &awsError{503, "ServiceUnavailable", "Slow down"}}[a.busy%2]
	}
	if err == nil {
		a.asked = append(a.asked, r.Method+" "+r.URL.Path)
		out, err = a.serve(r, body)
	}
	w.Header().Set("Content-Type", "text/xml")
	if err != nil {
		e, ok := err.(*awsError)
		if !ok {
			e = &awsError{400, "InvalidInput", err.Error()}
		}
		w.WriteHeader(e.status)
		out = struct {
			XMLName xml.Name `xml:"https://route53.amazonaws.com/doc/2013-04-01/ ErrorResponse"`
			Type    string   `xml:"Error>Type"`
			Code    string   `xml:"Error>Code"`
			Message string   `xml:"Error>Message"`
			ID      string   `xml:"RequestId"`
		}{Type: "Sender", Code: e.code, Message: e.text, ID: "b25f48e8-84fd-11e6-80d9-574e0c4664cb"}
		if e.code == "InvalidChangeBatch" {
			out = struct {
				XMLName xml.Name `xml:"https://route53.amazonaws.com/doc/2013-04-01/ InvalidChangeBatch"`
				Message []string `xml:"Messages>Message"`
			}{Message: []string{e.text}}
		}
	}
	_, _ = io.WriteString(w, xml.Header)
	if err := xml.NewEncoder(w).Encode(out); err != nil {
		panic(err)
	}
}

// changes returns how many requests changed something.
func (a *aws) changes() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := 0
	for _, one := range a.asked {
		if !strings.HasPrefix(one, "GET ") {
			n++
		}
	}
	return n
}
