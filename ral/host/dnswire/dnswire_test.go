package dnswire

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"
)

const badSecret = "dGhlIHNlY3JldCBvZiB0aGUga2V5"

func badKey() TSIG { return TSIG{Name: "ralsh", Algorithm: "hmac-sha256", Secret: badSecret} }

// listen serves each connection with fn.
func listen(t *testing.T, fn func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				fn(conn)
			}()
		}
	}()
	return l.Addr().String()
}

// question reads one message, raw and parsed.
func question(conn net.Conn) (*dns.Msg, []byte) {
	var size [2]byte
	if _, err := io.ReadFull(conn, size[:]); err != nil {
		return nil, nil
	}
	raw := make([]byte, binary.BigEndian.Uint16(size[:]))
	_, _ = io.ReadFull(conn, raw)
	m := new(dns.Msg)
	if m.Unpack(raw) != nil {
		return nil, nil
	}
	return m, raw
}

func answer(conn net.Conn, raw []byte) {
	_, _ = conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(raw))), raw...))
}

func rr(text string) dns.RR {
	got, err := dns.NewRR(text)
	if err != nil {
		panic(err)
	}
	return got
}

const soaText = "example.com. 3600 IN SOA ns1.example.com. hostmaster.example.com. 7 1 2 3 4"

// messages returns the answers of a server to a question.
func messages(q *dns.Msg, rcode int, parts [][]dns.RR) []*dns.Msg {
	if len(parts) == 0 {
		parts = [][]dns.RR{nil}
	}
	var all []*dns.Msg
	for _, part := range parts {
		m := new(dns.Msg)
		m.SetRcode(q, rcode)
		m.Answer = part
		all = append(all, m)
	}
	return all
}

func replies(q *dns.Msg, rcode int, parts ...[]dns.RR) (all [][]byte) {
	for _, m := range messages(q, rcode, parts) {
		raw, err := m.Pack()
		if err != nil {
			panic(err)
		}
		all = append(all, raw)
	}
	return all
}

// signed signs each reply with a secret, as one answer to q.
func signed(q *dns.Msg, secret string, rcode int, parts ...[]dns.RR) (all [][]byte) {
	mac := q.IsTsig().MAC
	for i, m := range messages(q, rcode, parts) {
		m.SetTsig("ralsh.", dns.HmacSHA256, 300, time.Now().Unix())
		raw, next, err := dns.TsigGenerate(m, secret, mac, i > 0)
		if err != nil {
			panic(err)
		}
		mac = next
		all = append(all, raw)
	}
	return all
}

// Whatever a name server does, there is one clear error, in time and without
// the secret.
func TestBadNameserver(t *testing.T) {
	soa := rr(soaText)
	a := rr("www.example.com. 60 IN A 192.0.2.1")
	for name, c := range map[string]struct {
		key    bool
		answer func(q *dns.Msg) [][]byte // nil closes the connection
		hangs  bool                      // it is silent afterwards
		want   string
	}{
		"hangs up":             {false, nil, false, "closed the connection without an answer"},
		"is silent":            {false, nil, true, "no answer within 200ms"},
		"refuses":              {false, func(q *dns.Msg) [][]byte { return replies(q, dns.RcodeRefused) }, false, "the server rejected the request (REFUSED)"},
		"has no such zone":     {false, func(q *dns.Msg) [][]byte { return replies(q, dns.RcodeNotAuth) }, false, "NOTAUTH"},
		"is no DNS server":     {false, func(*dns.Msg) [][]byte { return [][]byte{[]byte("HTTP/1.0 400 Bad Request")} }, false, "is not a DNS message"},
		"answers another":      {false, func(q *dns.Msg) [][]byte { q.Id++; return replies(q, 0, []dns.RR{soa}) }, false, "belongs to a different query"},
		"begins without a SOA": {false, func(q *dns.Msg) [][]byte { return replies(q, 0, []dns.RR{a}) }, false, "does not begin with a SOA"},
		"sends an empty part":  {false, func(q *dns.Msg) [][]byte { return replies(q, 0, []dns.RR{soa}, nil) }, false, "an empty message"},
		"ends in the middle":   {false, func(q *dns.Msg) [][]byte { return replies(q, 0, []dns.RR{soa, a}) }, false, "the transfer is incomplete: the connection was closed after 2 records"},
		"stops in the middle":  {false, func(q *dns.Msg) [][]byte { return replies(q, 0, []dns.RR{soa, a}) }, true, "no answer within 200ms"},
		"cuts a message":       {false, func(q *dns.Msg) [][]byte { return [][]byte{replies(q, 0, []dns.RR{soa})[0][:20]} }, false, "is not a DNS message"},
		"does not sign":        {true, func(q *dns.Msg) [][]byte { return replies(q, 0, []dns.RR{soa, a, soa}) }, false, "is not signed with key ralsh: the signature is missing"},
		"signs the first only": {true, func(q *dns.Msg) [][]byte {
			return [][]byte{signed(q, badSecret, 0, []dns.RR{soa})[0], replies(q, 0, []dns.RR{a, soa})[0]}
		}, false, "is not signed with key ralsh: the signature is missing"},
		"signs with another":    {true, func(q *dns.Msg) [][]byte { return signed(q, "b3RoZXI=", 0, []dns.RR{soa, a, soa}) }, false, "the secret differs"},
		"refuses without a key": {true, func(q *dns.Msg) [][]byte { return replies(q, dns.RcodeRefused) }, false, "the server rejected the request (REFUSED)"},
	} {
		t.Run(name, func(t *testing.T) {
			address := listen(t, func(conn net.Conn) {
				q, _ := question(conn)
				if c.answer != nil {
					for _, raw := range c.answer(q) {
						answer(conn, raw)
					}
				}
				if c.hangs {
					_, _ = io.Copy(io.Discard, conn)
				}
			})
			at := Nameserver{Address: address, SilenceTimeout: time.Minute}
			if c.hangs {
				at.SilenceTimeout = 200 * time.Millisecond
			}
			if c.key {
				at.Key = badKey()
			}
			list, err := Question{at, "example.com", "AXFR"}.Ask(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("%d records, %v; want %q", len(list), err, c.want)
			}
			if strings.Contains(err.Error(), "\n") || strings.Contains(fmt.Sprintf("%v %+v %#v", err, at, Question{at, "", ""}), badSecret) {
				t.Errorf("%q shows the secret, or has several lines", err)
			}
		})
	}
}

func TestUnreachableNameserver(t *testing.T) {
	address := listen(t, func(net.Conn) {})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := l.Addr().String()
	_ = l.Close()
	if _, err := (Question{Nameserver{Address: gone}, "example.com", "SOA"}).Ask(t.Context()); err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Question{Nameserver{Address: address}, "example.com", "SOA"}).Ask(ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	for _, q := range []Question{{Nameserver{Address: address}, "a..b", "SOA"}, {Nameserver{Address: address}, "example.com", "NONSENSE"}} {
		if _, err := q.Ask(t.Context()); err == nil || !strings.Contains(err.Error(), "type of the query is invalid") {
			t.Errorf("%s: %v", q, err)
		}
	}
}

// A stopped run does not wait for a server.
func TestStoppedWhileAsking(t *testing.T) {
	asked := make(chan struct{})
	address := listen(t, func(conn net.Conn) {
		question(conn)
		close(asked)
		_, _ = io.Copy(io.Discard, conn)
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	_, err := Question{Nameserver{Address: address, SilenceTimeout: time.Hour}, "example.com", "AXFR"}.Ask(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A signed transfer in several messages is read completely; backslashes in CAA
// stay.
func TestTransfer(t *testing.T) {
	address := listen(t, func(conn net.Conn) {
		q, raw := question(conn)
		if err := dns.TsigVerify(raw, badSecret, "", false); err != nil {
			return
		}
		caa := &dns.CAA{Hdr: dns.RR_Header{Name: "example.com.", Rrtype: dns.TypeCAA, Class: dns.ClassINET, Ttl: 5}, Tag: "issue", Value: `a\\b`}
		for _, raw := range signed(q, badSecret, 0, []dns.RR{rr(soaText)}, []dns.RR{rr(`www.example.com. 60 IN TXT "a b" "c"`), caa}, []dns.RR{rr(soaText)}) {
			answer(conn, raw)
		}
	})
	list, err := Question{Nameserver{Address: address, Key: badKey()}, "example.com", "AXFR"}.Ask(t.Context())
	want := []Record{
		{"example.com.", 3600, "SOA", "ns1.example.com. hostmaster.example.com. 7 1 2 3 4"},
		{"www.example.com.", 60, "TXT", `"a b" "c"`},
		{"example.com.", 5, "CAA", `0 issue "a\\b"`},
	}
	if err != nil || !slices.Equal(list, want) {
		t.Errorf("%v, %v", list, err)
	}
}

// An invalid record is not sent: a value cannot add another line.
func TestUpdateRefusesNonsense(t *testing.T) {
	sent := make(chan *dns.Msg, 4)
	address := listen(t, func(conn net.Conn) {
		if q, _ := question(conn); q != nil {
			sent <- q
			answer(conn, replies(q, 0)[0])
		}
	})
	u := Update{At: Nameserver{Address: address}, Zone: "example.com."}
	for _, r := range []Record{
		{"x.example.com.", 1, "A", "192.0.2.1\ny.example.com. A 192.0.2.2"},
		{"x.example.com.", 1, "A", "nonsense"},
		{"$INCLUDE /etc/passwd", 1, "A", "192.0.2.1"},
		{"x.example.com. 5 IN A 192.0.2.9 ;", 1, "A", "192.0.2.1"},
		{"x.example.com.", 1, "NONSENSE", ""},
	} {
		u.Edits = []Edit{{AddRecord, r}}
		if err := u.Send(t.Context()); err == nil {
			t.Errorf("%v was sent", r)
		}
	}
	u.Edits = []Edit{
		{RemoveSet, Record{Name: "x.example.com.", Type: "A"}},
		{AddRecord, Record{"x.example.com.", 60, "A", "192.0.2.1"}},
		{RemoveRecord, Record{"y.example.com.", 60, "A", "192.0.2.2"}},
	}
	if err := u.Send(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(sent) != 1 {
		t.Fatalf("%d updates", len(sent))
	}
	m := <-sent
	var got []string
	for _, rr := range m.Ns {
		h := rr.Header()
		got = append(got, fmt.Sprint(h.Name, " ", dns.Type(h.Rrtype), " ", h.Class, " ", h.Ttl))
	}
	if want := []string{"x.example.com. A 255 0", "x.example.com. A 1 60", "y.example.com. A 254 0"}; m.Opcode != dns.OpcodeUpdate || !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
