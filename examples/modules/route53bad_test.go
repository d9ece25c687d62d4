package modules_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// over returns a host with a real network whose account is at the server.
func over(t *testing.T, a *aws) host.Host {
	t.Helper()
	a.now = time.Now
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	root := t.TempDir()
	a.token = stsToken
	real.Write(t, filepath.Join(root, awsFile), awsAccount("url = "+server.URL+"\naws_session_token = "+stsToken), 0o600)
	return raltest.Below(t, root)
}

// lists returns what a provider lists of a type, and why it cannot.
func lists(t *testing.T, env *onhost.Env, typ string) (list []string, err error) {
	t.Helper()
	env.ListBy(t.Context(), env.Registry.Type(typ).Provider("route53"), func(ev onhost.ListEvent) {
		err = errors.Join(err, ev.Err)
		for _, inst := range ev.Found {
			list = append(list, strings.TrimSpace(inst.Name+" "+inst.Get("ttl").Text()+" "+inst.Get("values").Inspect()+" "+strings.Join(inst.Findings(), "; ")))
		}
	})
	return list, err
}

// Zones and records are listed page by page, by signed requests over a real network.
// What is not managed is left out.
func TestRoute53Listing(t *testing.T) {
	_, a := odd53()
	a.zones[0].put(awsSet{Name: "www.example.com.", Type: "A", TTL: "300", Records: awsRecords("192.0.2.2", "192.0.2.1")})
	h := over(t, a)
	env := onhost.NewEnv(examples(t).Registry, h.Reader(), nil)
	got, err := lists(t, env, "dnsrr")
	want := []string{
		`*.example.com/A 60 ["192.0.2.77"]`,
		`bad.example.com/A 9 ["junk"] "junk" is not an address`,
		`example.com/MX 3600 ["10 mail.example.com."]`,
		`example.com/NS 172800 ["ns-1.awsdns-01.com.", "ns-2.awsdns-02.net."]`,
		`example.com/TXT 3600 ["v=spf1 -all"]`,
		`my\032printer._ipp._tcp.example.com/SRV 60 ["0 0 631 p.example.com."]`,
		`www.example.com/A 300 ["192.0.2.1", "192.0.2.2"]`,
		`b.sub.example.com/A 60 ["192.0.2.2"]`,
		`sub.example.com/NS 172800 ["ns-1.awsdns-01.com.", "ns-2.awsdns-02.net."]`,
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if n := len(a.asked); n != 2+7+2 || a.changes() != 0 {
		t.Errorf("%d requests: %q", n, a.asked)
	}
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{awsrr("www.example.com/A", "ttl", "60"), aws53("dnszone", "example.com", "minimum", "61")}, h.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || a.changes() != 2 {
		t.Error(err, problems(rep), a.changes())
	}
	if got, err := lists(t, env, "dnszone"); err != nil || !slices.Equal(got, []string{"example.com absent :absent", "sub.example.com absent :absent"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func says(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
}

func zonesSay(rest string) http.HandlerFunc {
	return says(200, `<ListHostedZonesResponse><HostedZones><HostedZone><Id>/hostedzone/Z1EXAMPLE</Id><Name>example.com.</Name></HostedZone></HostedZones>`+rest+`</ListHostedZonesResponse>`)
}

// Whatever a server does, there is one clear error, in time and without the keys.
func TestRoute53BadServer(t *testing.T) {
	page := 0
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"cuts the body": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "<ListHostedZonesResponse>")
		}, "/2013-04-01/hostedzone: the connection ended unexpectedly"},
		"never ends": {func(w http.ResponseWriter, _ *http.Request) {
			for some := []byte("<a>" + strings.Repeat("x", 1<<20)); ; {
				if _, err := w.Write(some); err != nil {
					return
				}
			}
		}, "the answer has more than 67108864 bytes"},
		"hangs up":          {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "the connection ended unexpectedly"},
		"says nothing":      {says(200, ""), "/2013-04-01/hostedzone: the answer is not from Route 53"},
		"says HTML":         {says(200, "<!DOCTYPE html><html><body>Sign in</body></html>"), "the answer is not from Route 53"},
		"says other XML":    {says(200, "<Zones/>"), "the answer is not from Route 53"},
		"cuts the XML":      {says(200, "<ListHostedZonesResponse><HostedZones>"), "the answer is not from Route 53"},
		"sends a bomb":      {says(200, `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><ListHostedZonesResponse>&b;</ListHostedZonesResponse>`), "the answer is not from Route 53"},
		"goes deep":         {says(200, strings.Repeat("<ListHostedZonesResponse>", 100000)), "the answer is not from Route 53"},
		"does not say more": {zonesSay(""), "the answer is not from Route 53: IsTruncated is missing"},
		"has no next":       {zonesSay("<IsTruncated>true</IsTruncated>"), "the answer announces a next page, but does not identify it"},
		"goes in a circle":  {zonesSay("<IsTruncated>true</IsTruncated><NextMarker>Z1EXAMPLE</NextMarker>"), "the pages of the answer repeat"},
		"has no end": {func(w http.ResponseWriter, r *http.Request) {
			page++
			zonesSay(fmt.Sprintf("<IsTruncated>true</IsTruncated><NextMarker>Z%d</NextMarker>", page))(w, r)
		}, "the answer has more than 1000 pages"},
		"has a zone twice": {says(200, "<ListHostedZonesResponse><HostedZones>"+strings.Repeat("<HostedZone><Id>Z1</Id><Name>example.com.</Name></HostedZone>", 2)+
			"</HostedZones><IsTruncated>false</IsTruncated></ListHostedZonesResponse>"), "the zones of account [main]: example.com exists twice: list the other zones in the setting zones"},
		"has no list":      {says(200, "<ListHostedZonesResponse><IsTruncated>false</IsTruncated></ListHostedZonesResponse>"), "the answer is not from Route 53: HostedZones is missing"},
		"has an odd id":    {says(200, `<ListHostedZonesResponse><HostedZones><HostedZone><Id>../../x?y</Id><Name>example.com.</Name></HostedZone></HostedZones><IsTruncated>false</IsTruncated></ListHostedZonesResponse>`), "the Id is invalid"},
		"has no name":      {says(200, `<ListHostedZonesResponse><HostedZones><HostedZone><Id>Z1</Id></HostedZone></HostedZones><IsTruncated>false</IsTruncated></ListHostedZonesResponse>`), "Name is missing"},
		"denies":           {says(403, `<ErrorResponse><Error><Code>AccessDenied</Code><Message>User u is not authorized to perform: route53:ListHostedZones`+"\nmore"+`</Message></Error></ErrorResponse>`), "/2013-04-01/hostedzone: AccessDenied: User u is not authorized to perform: route53:ListHostedZones"},
		"shows the token":  {says(403, `<ErrorResponse><Error><Code>Odd</Code><Message>`+stsToken+`</Message></Error></ErrorResponse>`), "/2013-04-01/hostedzone: Odd: ..."},
		"shows it in HTML": {says(500, "<html>"+stsToken), `status 500 Internal Server Error, "<html>..."`},
		"leads elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
		}, "status 302 Found: ralsh does not follow the redirect to http://192.0.2.1/"},
		"has another clock": {nil, "the service rejects the signature of account [main]: the clock of this host differs from that of the service (SignatureDoesNotMatch)"},
	} {
		t.Run(name, func(t *testing.T) {
			_, a := route53()
			h := over(t, a)
			if a.answer = c.answer; c.answer == nil {
				a.now = func() time.Time { return time.Now().Add(time.Hour) }
			}
			began := time.Now()
			list, err := lists(t, onhost.NewEnv(examples(t).Registry, h.Reader(), nil), "dnsrr")
			if err == nil || !strings.Contains(err.Error(), c.want) || len(list) > 0 {
				t.Errorf("%q, %v, want %q", list, err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), stsToken) || strings.Contains(err.Error(), awsID)) {
				t.Errorf("%q", err)
			}
			if took := time.Since(began); took > time.Minute {
				t.Errorf("it took %s", took)
			}
		})
	}
}

// A change whose answer cannot be read fails, and says so; what was refused is not made.
func TestRoute53BadChanges(t *testing.T) {
	change := func(info string) http.HandlerFunc {
		return says(200, "<ChangeResourceRecordSetsResponse>"+info+"</ChangeResourceRecordSetsResponse>")
	}
	for name, c := range map[string]struct {
		method string
		answer http.HandlerFunc
		want   string
	}{
		"HTML":           {"POST", says(200, "<!DOCTYPE html>"), "/rrset: the answer is not from Route 53: Status is missing"},
		"no change":      {"POST", change(""), "/rrset: the answer is not from Route 53: Status is missing"},
		"no id":          {"POST", change("<ChangeInfo><Status>PENDING</Status></ChangeInfo>"), "Id is missing"},
		"an odd id":      {"POST", change("<ChangeInfo><Id>/change/../x</Id><Status>PENDING</Status></ChangeInfo>"), "the Id is invalid"},
		"a denied wait":  {"GET", says(403, "<ErrorResponse><Error><Code>AccessDenied</Code><Message>no GetChange</Message></Error></ErrorResponse>"), "/change/C1EXAMPLE: AccessDenied: no GetChange"},
		"HTML in a wait": {"GET", says(200, "<html/>"), "/change/C1EXAMPLE: the answer is not from Route 53"},
		"a long refusal": {
			"POST", says(400, "<?xml version='1.0'?>\n<InvalidChangeBatch><Messages>"+strings.Repeat("<Message>It is taken.</Message>", 1000)+"</Messages></InvalidChangeBatch>"),
			"/rrset: InvalidChangeBatch: " + strings.Repeat("It is taken. ", 30) + "It is take",
		},
		"hangs up": {"POST", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "the connection ended unexpectedly"},
	} {
		t.Run(name, func(t *testing.T) {
			_, a := route53()
			h := over(t, a)
			a.answer, a.wrong = c.answer, func(r *http.Request) bool {
				return r.Method == c.method && (c.method == "POST" || strings.Contains(r.URL.Path, "/change/"))
			}
			env := onhost.NewEnv(examples(t).Registry, h.Reader(), nil)
			rep, err := transaction.Run(t.Context(), env, []ral.Decl{awsrr("www.example.com/A", "ttl", "60")}, h.Writer(), transaction.Options{})
			if err != nil || rep.OK() || !strings.Contains(fmt.Sprint(problems(rep)), c.want) {
				t.Errorf("%v, %v, want %q", err, problems(rep), c.want)
			}
		})
	}
}
