package record

import (
	"fmt"
	"strings"
	"testing"

	"github.com/miekg/dns"
)

func TestCanonical(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct{ kind, text, want, fails string }{
		{"A", "192.0.2.1", "192.0.2.1", ""},
		{"A", "192.0.2.01", "", "is not an address"},
		{"A", "2001:db8::1", "", "use type AAAA"},
		{"A", "web.example.com", "", "is not an address"},
		{"AAAA", "2001:DB8:0::1", "2001:db8::1", ""},
		{"AAAA", "::ffff:192.0.2.1", "::ffff:192.0.2.1", ""},
		{"AAAA", "192.0.2.1", "", "use type A"},
		{"AAAA", "fe80::1%eth0", "", "is not an address"},
		{"CNAME", "Web.Example.COM", "web.example.com.", ""},
		{"CNAME", "web.example.com.", "web.example.com.", ""},
		{"CNAME", "web", "", "is a single label"},
		{"CNAME", "web.", "web.", ""},
		{"CNAME", "192.0.2.1", "", "is an address, but CNAME needs a name"},
		{"CNAME", "a b.example.com", "", "it contains ' '"},
		{"CNAME", "a..example.com", "", "a label is empty"},
		{"CNAME", strings.Repeat("a", 64) + ".example.com", "", "at most 63"},
		{"CNAME", strings.Repeat("abcdefg.", 32) + "com", "", "at most 253"},
		{"CNAME", "münchen.example.com", "", "xn--"},
		{"CNAME", "*.example.com", "", "matches several"},
		{"CNAME", ".", "", "a label is empty"},
		{"PTR", `my\032printer._ipp._tcp.example.com`, `my\032printer._ipp._tcp.example.com.`, ""},
		{"NS", "ns1.example.com", "ns1.example.com.", ""},
		{"MX", "010  Mail.example.com", "10 mail.example.com.", ""},
		{"MX", "0 .", "0 .", ""},
		{"MX", "10 .", "", "a domain without mail"},
		{"MX", "mail.example.com", "", "expected PREFERENCE NAME"},
		{"MX", "70000 mail.example.com", "", "is not a preference of MX"},
		{"MX", "10 192.0.2.1", "", "MX needs a name"},
		{"SRV", "10 5 5060 sip.example.com", "10 5 5060 sip.example.com.", ""},
		{"SRV", "0 0 0 .", "0 0 0 .", ""},
		{"SRV", "10 5 99999 sip.example.com", "", "is not a port of SRV"},
		{"SRV", "10 5060 sip.example.com", "", "expected PRIORITY WEIGHT PORT NAME"},
		{"CAA", `0 issue "ca.example.net; policy=ev"`, `0 issue "ca.example.net; policy=ev"`, ""},
		{"CAA", `128 ISSUEWILD ca.example.net`, `128 issuewild "ca.example.net"`, ""},
		{"CAA", `0 issue ";"`, `0 issue ";"`, ""},
		{"CAA", `0 iodef "mailto:sec@example.com"`, `0 iodef "mailto:sec@example.com"`, ""},
		{"CAA", `0 iodef "sec@example.com"`, "", "iodef of CAA must be a mailto:"},
		{"CAA", `1 issue "x"`, "", "the flags of CAA must be 0"},
		{"CAA", `0 issue`, "", "is not a value of CAA"},
		{"CAA", `0 is-sue "x"`, "", "is not a value of CAA"},
		{"CAA", `0 issue "x`, "", "a quote is not closed"},
		{"TXT", "v=spf1 -all", "v=spf1 -all", ""},
		{"TXT", `"v=spf1" " -all"`, "v=spf1 -all", ""},
		{"TXT", `v=DKIM1\; p=x`, "v=DKIM1; p=x", ""},
		{"TXT", `say "hi"`, `say "hi"`, ""},
		{"TXT", `\"hi\"`, `\"hi"`, ""},
		{"TXT", "a\tb\x00\xff", `a\009b\000\255`, ""},
		{"TXT", "grüße", "grüße", ""},
		{"TXT", `C:\\x`, `C:\\x`, ""},
		{"TXT", long, long, ""},
		{"TXT", "", "", ""},
		{"TXT", `\300`, "", "is greater than 255"},
		{"TXT", `\`, "", "a backslash at the end"},
		{"TXT", `"open`, "", "a quote is not closed"},
		{"TXT", strings.Repeat("x", 66000), "", "too long for a record"},
		{"SOA", "x", "", "does not support"},
	} {
		got, err := Canonical(c.kind, c.text)
		if c.fails == "" && (err != nil || got != c.want) {
			t.Errorf("%s %q is %q, %v; want %q", c.kind, c.text, got, err, c.want)
		}
		if c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%s %q: %v; want %q", c.kind, c.text, err, c.fails)
		}
		if c.fails == "" {
			same(t, c.kind, got)
		}
	}
}

// same checks that a canonical value is unchanged when it is parsed again, and
// converted to a zone file that another library parses.
func same(t *testing.T, kind, text string) {
	t.Helper()
	if again, err := Canonical(kind, text); err != nil || again != text {
		t.Fatalf("%s %q is read again as %q, %v", kind, text, again, err)
	}
	data, err := Data(kind, text)
	if err != nil {
		t.Fatalf("%s %q: %v", kind, text, err)
	}
	rr, err := dns.NewRR("x.example. 60 IN " + kind + " " + data)
	if err != nil || rr == nil {
		t.Fatalf("%s %q is no record in a zone file: %v", kind, data, err)
	}
	wire := make([]byte, dns.MaxMsgSize)
	if _, err := dns.PackRR(rr, wire, 0, nil, false); err != nil {
		t.Fatalf("%s %q does not go over the wire: %v", kind, data, err)
	}
	rr, _, err = dns.UnpackRR(wire, 0)
	if err != nil {
		t.Fatal(err)
	}
	data = strings.TrimPrefix(rr.String(), rr.Header().String())
	if caa, ok := rr.(*dns.CAA); ok {
		// The library does not escape a backslash of the value.
		data = fmt.Sprintf("%d %s %s", caa.Flag, caa.Tag, one(caa.Value))
	}
	back, err := FromData(kind, data)
	if err != nil || back != text {
		t.Fatalf("%s %q comes back from %q as %q, %v", kind, text, data, back, err)
	}
}

func TestWithin(t *testing.T) {
	for name, want := range map[string]bool{"example.com": true, "a.example.com": true, "notexample.com": false, "com": false} {
		if Within(name, "example.com") != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// Any valid value is written and read back unchanged, also by another library.
func FuzzValue(f *testing.F) {
	for _, seed := range []struct{ kind, text string }{
		{"A", "192.0.2.1"},
		{"AAAA", "2001:db8::1"},
		{"AAAA", "::ffff:1.2.3.4"},
		{"CNAME", `a\.b.Example.com`},
		{"MX", "10 mail.example.com."},
		{"NS", "ns1.example.com"},
		{"SRV", "0 0 443 ."},
		{"PTR", `a\032b._ipp._tcp.local`},
		{"CAA", `128 issue "a\"b\\; c=\001"`},
		{"TXT", "v=spf1 -all"},
		{"TXT", "\"a\" \"b\\\"\""},
		{"TXT", "\xff\x00\\000"},
		{"TXT", strings.Repeat("é", 200)},
		{"CAA", "0 issue ;"},
	} {
		f.Add(seed.kind, seed.text)
	}
	f.Fuzz(func(t *testing.T, kind, text string) {
		got, err := Canonical(kind, text)
		if err == nil {
			same(t, kind, got)
		}
		if back, err := FromData("TXT", text); err == nil {
			same(t, "TXT", back)
		}
	})
}
