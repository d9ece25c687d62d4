package modules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// ran53 applies declarations and returns their requests.
func ran53(t *testing.T, f *fakehost.Host, decls ...ral.Decl) []string {
	t.Helper()
	rep, err := transaction.Run(t.Context(), onhost.NewEnv(examples(t).Registry, f.Reader(), nil), decls, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, problems(rep))
	}
	return requests(rep.Steps)
}

func (a *aws) value(name, kind string) string {
	for _, z := range a.zones {
		if i := z.at(awsSet{Name: name, Type: kind}); i >= 0 {
			return strings.Join(z.sets[i].values(), "|")
		}
	}
	return ""
}

// A SOA record is set with its next serial. A new zone's name servers are set, and the
// first is in its SOA.
func TestRoute53SOA(t *testing.T) {
	f, a := route53()
	for _, c := range []struct{ serial, want string }{{"1", "2"}, {"4294967295", "0"}} {
		soa := "ns-1.awsdns-01.com. awsdns-hostmaster.amazon.com. " + c.serial + " 7200 900 1209600 86400"
		a.zones[0].put(awsSet{Name: "example.com.", Type: "SOA", TTL: "900", Records: awsRecords(soa)})
		ran53(t, f, aws53("dnszone", "example.com", "minimum", "61", "contact", "a.b@example.net"))
		want := `ns-1.awsdns-01.com. a\056b.example.net. ` + c.want + " 7200 900 1209600 61"
		if got := a.value("example.com.", "SOA"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	d := aws53("dnszone", "example.net", "ensure", "present")
	d.Attrs = append(d.Attrs, ral.Attr{Name: "nameservers", Value: value.Strs("NS1.example.org", "ns2.example.org.")})
	ran53(t, f, d)
	if got := a.value("example.net.", "SOA") + ", " + a.value("example.net.", "NS"); !strings.HasPrefix(got, "ns1.example.org. awsdns-") || !strings.HasSuffix(got, ", ns1.example.org.|ns2.example.org.") {
		t.Error(got)
	}
}

// A record is in the longest zone, or in the zone it names; a zone is removed with its
// delegations, and is looked for in each account.
func TestRoute53Where(t *testing.T) {
	f, a := odd53()
	slices.Reverse(a.zones)
	got := ran53(t, f, awsrr("x.sub.example.com/A", "ensure", "present", "values", "192.0.2.1"), awsrr("sub.example.com/NS", "zone", "example.com", "ensure", "present", "values", "ns.example.org"))
	want := []string{"POST /hostedzone/Z3EXAMPLE/rrset: set x.sub.example.com A 3600 192.0.2.1", "POST /hostedzone/Z1EXAMPLE/rrset: set sub.example.com NS 3600 ns.example.org."}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	f.Put(awsFile, strings.Replace(awsAccount("zones = example.org\n"), "main", "first", 1)+awsAccount(""), 0o600)
	ran53(t, f, aws53("dnszone", "example.com", "ensure", "absent"))
	if len(a.zones) != 2 {
		t.Errorf("%d zones are left", len(a.zones))
	}
}

// The account of a zone's resource counts for its records, also where it has no such
// zone yet.
func TestRoute53AccountWithoutTheZone(t *testing.T) {
	f, a := route53()
	f.Put(awsFile, awsAccount("")+strings.Replace(awsAccount("zones = example.org"), "main", "second", 1), 0o600)
	plan, err := transaction.NewPlan(t.Context(), onhost.NewEnv(examples(t).Registry, f.Reader(), nil), []ral.Decl{
		aws53("dnszone", "example.com", "account", "second", "ensure", "present"), awsrr("www.example.com/A", "ensure", "present", "values", "192.0.2.9"),
	})
	if err != nil || plan.Steps[1].Changes[0].Until != 1 || a.changes() != 0 {
		t.Errorf("%v, %+v", err, plan.Steps[1])
	}
}

// Names and values are what they are in a zone file, and what Route 53 has that is none
// is shown as it is.
func TestRoute53Escapes(t *testing.T) {
	space := withFile(t, "function/signing/escapes.star", `
load("escapes.star", "from_aws", "strings", "to_aws")

ALL = {"from_aws": from_aws, "strings": strings, "to_aws": to_aws}

function("signing::escapes", lambda name, text: ALL[name](text))`).Space
	for _, c := range []struct{ function, text, want string }{
		{"from_aws", `\052.example.com.`, `*.example.com.`},
		{"from_aws", `0\05725.example.com.`, `0/25.example.com.`},
		{"from_aws", `a\056b.example.com.`, `a\.b.example.com.`},
		{"from_aws", `a\040b\100c`, `a\032b\@c`},
		{"from_aws", `"\303\251" "\"\\ x"`, `"\195\169" "\"\\ x"`},
		{"from_aws", "\u00e9", `\195\169`},
		{"from_aws", `\09x \1`, `\09x \1`},
		{"from_aws", `x\`, `x\`},
		{"to_aws", `a\.b\032c/d`, `a\056b\040c/d`},
		{"to_aws", `*.example.com`, `*.example.com`},
		{"strings", `a "b" \\ \001 é`, `"a \"b\" \\ \001 \303\251"`},
		{"strings", ``, `""`},
		{"strings", strings.Repeat("x", 256), `"` + strings.Repeat("x", 255) + `" "x"`},
	} {
		got, err := space.Call(t.Context(), "signing::escapes", value.Str(c.function), value.Str(c.text))
		if err != nil || got.Text() != c.want {
			t.Errorf("%s(%s) is %s, %v, want %s", c.function, c.text, got.Text(), err, c.want)
		}
	}
}
