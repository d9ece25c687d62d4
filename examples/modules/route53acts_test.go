package modules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// aws53 declares a resource of the provider.
func aws53(typ, title string, words ...string) ral.Decl {
	d := raltest.Decl(typ, title, words...)
	d.Provider = "route53"
	return d
}

func awsrr(title string, words ...string) ral.Decl { return aws53("dnsrr", title, words...) }

func requests(steps []*transaction.Step) (list []string) {
	for _, s := range steps {
		for _, act := range s.Acts() {
			list = append(list, strings.ReplaceAll(act.Path, "https://route53.amazonaws.com/2013-04-01", "")+": "+strings.Join(act.Args, "; "))
		}
	}
	return list
}

// Several changes of one zone are one change batch, removals first. A plan reads and
// does not change, its acts are those of the apply, and a second apply has none.
func TestRoute53OneBatch(t *testing.T) {
	f, a := route53()
	a.add("example.net.")
	env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
	decls := []ral.Decl{
		awsrr("a.example.com/A", "ensure", "present", "values", "192.0.2.1"), awsrr("www.example.com/CNAME", "ensure", "present", "values", "a.example.com"),
		awsrr("www.example.com/A", "ensure", "absent"), awsrr("example.com/TXT", "values", `new "é"`), awsrr("www.example.net/A", "ensure", "present", "values", "192.0.2.2"),
	}
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil || a.changes() != 0 {
		t.Fatal(err, a.changes())
	}
	for _, s := range plan.Steps {
		if s.Certainty() != ral.Exact {
			t.Errorf("%s is %s", s.Ref(), s.Certainty())
		}
	}
	want := []string{
		`POST /hostedzone/Z1EXAMPLE/rrset: remove www.example.com A; set a.example.com A 3600 192.0.2.1; set www.example.com CNAME 3600 a.example.com.; set example.com TXT 3600 new "é"`,
		`POST /hostedzone/Z2EXAMPLE/rrset: set www.example.net A 3600 192.0.2.2`,
	}
	if diff := cmp.Diff(want, requests(plan.Steps)); diff != "" {
		t.Fatal(diff)
	}
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || a.changes() != 2 {
		t.Fatal(err, problems(rep), a.changes())
	}
	if diff := cmp.Diff(want, requests(rep.Steps)); diff != "" {
		t.Error(diff)
	}
	if got := a.zones[0].sets[a.zones[0].at(awsSet{Name: "example.com.", Type: "TXT"})].values(); !slices.Equal(got, []string{`"new \"\303\251\""`}) {
		t.Errorf("%q", got)
	}
	rep, err = transaction.Run(t.Context(), env, decls, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || rep.Changes() != 0 || a.changes() != 2 {
		t.Errorf("again: %v, %d changes, %d requests", err, rep.Changes(), a.changes())
	}
}

// A batch has at most 1000 records and 32,000 characters, where what is set counts
// twice; a refused batch costs its own resources only.
func TestRoute53LargeFlush(t *testing.T) {
	f, a := route53("taken 60 CNAME a.example.net.")
	var decls []ral.Decl
	for i := range 600 {
		decls = append(decls, awsrr(fmt.Sprintf("h%03d.example.com/A", i), "ensure", "present", "values", "192.0.2.1"))
	}
	for i := range 100 {
		decls = append(decls, awsrr(fmt.Sprintf("t%02d.example.com/TXT", i), "ensure", "present", "values", strings.Repeat("x", 500)))
	}
	decls = append(decls, awsrr("taken.example.com/A", "ensure", "present", "values", "192.0.2.1"))
	rep, err := transaction.Run(t.Context(), onhost.NewEnv(examples(t).Registry, f.Reader(), nil), decls, f.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	made, refused := 0, 0
	for _, s := range rep.Steps {
		if s.Status == transaction.Changed {
			made++
		} else if s.Err != nil && strings.Contains(s.Err.Error(), "a conflicting RRSet of type CNAME exists") {
			refused++
		}
	}
	if made < 650 || refused < 1 || made+refused != len(decls) || a.changes() != 5 {
		t.Errorf("%d made, %d refused, in %d requests", made, refused, a.changes())
	}
}

// A zone and a record in it are made in one run, and taken away in one, with what
// others have put there. A declared SOA needs the id of the new zone, so the plan says
// that more follows.
func TestRoute53ZoneWithItsRecords(t *testing.T) {
	f, a := route53()
	env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
	decls := []ral.Decl{
		aws53("dnszone", "new.example.net", "ensure", "present", "contact", "a.b@example.net"), awsrr("www.new.example.net/A", "ensure", "present", "values", "192.0.2.1"),
	}
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil || plan.Steps[0].Certainty() != ral.UnknownUntil || a.changes() != 0 {
		t.Fatal(err, a.changes())
	}
	if c := plan.Steps[1].Changes[0]; c.Certainty != ral.UnknownUntil || c.Until != 1 || plan.Steps[1].Err != nil {
		t.Errorf("the record is %s, until %d, %v", c.Certainty, c.Until, plan.Steps[1].Err)
	}
	rep, err := plan.Apply(t.Context(), f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() {
		t.Fatal(err, problems(rep))
	}
	want := []string{
		"POST /hostedzone: make zone new.example.net",
		`POST /hostedzone/Z3NEW/rrset: set new.example.net SOA 900 ns-1.awsdns-01.com. a\.b.example.net. (next serial) 7200 900 1209600 86400`,
		"POST /hostedzone/Z3NEW/rrset: set www.new.example.net A 3600 192.0.2.1",
	}
	got := requests(rep.Steps)
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], a.zones[1].id, "Z3NEW")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	a.zones[1].put(awsSet{Name: "alias.new.example.net.", Type: "A", Alias: &awsAlias{"Z2FDTNDATAQYW2", "d1.cloudfront.net.", false}})
	a.zones[1].put(awsSet{Name: "w.new.example.net.", Type: "A", ID: "one", Weight: "7", TTL: "60", Records: awsRecords("192.0.2.9")})
	rep, err = transaction.Run(t.Context(), env, []ral.Decl{aws53("dnszone", "new.example.net", "ensure", "absent")}, f.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || len(a.zones) != 1 {
		t.Error(err, problems(rep), len(a.zones))
	}
}

// Changes that cannot be made are rejected before anything is done.
func TestRoute53Refuses(t *testing.T) {
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{awsrr("www.example.org/A", "ensure", "present", "values", "192.0.2.1"), "no zone of the accounts in /etc/ralsh/route53.ini contains www.example.org (zones: example.com, sub.example.com)"},
		{awsrr("new.example.com/A", "ensure", "present"), "values are required for new records"},
		{awsrr("example.com/CNAME", "ensure", "present", "values", "a.example.net"), "example.com is the top of a zone, where a CNAME is not allowed"},
		{awsrr("example.com/NS", "ensure", "absent"), "the name servers of a zone cannot be removed"},
		{awsrr("bad.example.com/A", "ttl", "60"), "the current records cannot be written again: declare values"},
		{awsrr("www.example.com/A", "account", "other", "ttl", "60"), "/etc/ralsh/route53.ini does not define the account [other]"},
		{awsrr("alias.example.com/A", "ensure", "absent"), "alias.example.com/A is an alias in Route 53: ralsh does not manage it"},
		{awsrr("w.example.com/A", "ttl", "60"), "w.example.com/A has a routing policy in Route 53: ralsh does not manage it"},
		{awsrr("private.example.net/A", "ensure", "present", "values", "192.0.2.1"), "contains private.example.net (zones: "},
		{aws53("dnszone", "example.com", "account", "other"), "/etc/ralsh/route53.ini does not define the account [other]"},
		{aws53("dnszone", "example.com", "kind", "native"), "kinds"},
	} {
		f, a := odd53()
		env := onhost.NewEnv(examples(t).Registry, f.Reader(), nil)
		rep, err := transaction.Run(t.Context(), env, []ral.Decl{c.d}, f.Writer(), transaction.Options{})
		if rep != nil {
			err = errors.Join(err, problems(rep))
			for _, s := range rep.Steps {
				err = errors.Join(err, fmt.Errorf("%v", s.Dropped))
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.d.Title, err, c.want)
		}
		if a.changes() != 0 {
			t.Errorf("%s: something was changed", c.d.Title)
		}
	}
}

// odd53 is route53 with a set of each kind that is not managed, a private zone, and a
// zone below the zone.
func odd53() (*fakehost.Host, *aws) {
	f, a := route53("bad 9 A junk", `\052 60 A 192.0.2.77`, `my\040printer._ipp._tcp 60 SRV 0 0 631 p.example.com.`, "a.sub 60 A 192.0.2.1")
	z := a.zones[0]
	z.put(awsSet{Name: "alias.example.com.", Type: "A", Alias: &awsAlias{"Z2FDTNDATAQYW2", "d1.cloudfront.net.", false}})
	z.put(awsSet{Name: "w.example.com.", Type: "A", ID: "one", Weight: "7", TTL: "60", Records: awsRecords("192.0.2.9")})
	z.put(awsSet{Name: "w.example.com.", Type: "A", ID: "two", Weight: "3", TTL: "60", Records: awsRecords("192.0.2.10")})
	a.add("example.net.").private = true
	a.add("sub.example.com.", "b 60 A 192.0.2.2")
	return f, a
}
