package modules_test

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// The keys are those of the file, or of the environment. What is wrong is said without
// them.
func TestRoute53Accounts(t *testing.T) {
	keys := "aws_access_key_id = " + awsID + "\naws_secret_access_key = " + awsSecret + "\n"
	for name, c := range map[string]struct {
		file string
		mode uint32
		env  []string
		want string // of the error
	}{
		"the file":         {file: "# ours\n[main]\n" + keys, want: ""},
		"a token":          {file: "[main]\n" + keys + "aws_session_token = " + stsToken},
		"the environment":  {file: "[main]\n", env: []string{"AWS_ACCESS_KEY_ID", awsID, "AWS_SECRET_ACCESS_KEY", awsSecret}},
		"its token":        {file: "[main]\n", env: []string{"AWS_ACCESS_KEY_ID", awsID, "AWS_SECRET_ACCESS_KEY", awsSecret, "AWS_SESSION_TOKEN", stsToken}},
		"the file first":   {file: "[main]\n" + keys, env: []string{"AWS_ACCESS_KEY_ID", "other", "AWS_SECRET_ACCESS_KEY", "other"}},
		"half in the file": {file: "[main]\naws_access_key_id = " + awsID, env: []string{"AWS_ACCESS_KEY_ID", awsID, "AWS_SECRET_ACCESS_KEY", awsSecret}, want: "/etc/ralsh/route53.ini, [main]: aws_access_key_id and aws_secret_access_key are missing"},
		"nowhere":          {file: "[main]\n", want: "aws_access_key_id and aws_secret_access_key are missing: set them in this section or in the environment"},
		"open":             {file: "[main]\n" + keys, mode: 0o604, want: "/etc/ralsh/route53.ini contains secrets and is readable by all users (mode 0604): chmod 600 /etc/ralsh/route53.ini"},
		"a group":          {file: "[main]\n" + keys, mode: 0o640},
		"empty":            {file: "\n", want: "does not define an account: add a section with aws_access_key_id, aws_secret_access_key, aws_session_token, url, zones, timeout, wait"},
		"twice":            {file: "[main]\n" + keys + "[main]\n", want: "line 4: the account [main] is defined twice"},
		"another setting":  {file: "[main]\n" + keys + "secret = " + awsSecret, want: "line 4: unknown setting"},
		"no setting":       {file: "[main]\n" + awsSecret, want: "line 2: the line is neither a section nor a setting"},
		"no section":       {file: keys, want: "line 1: the line is neither a section nor a setting"},
		"an odd address":   {file: "[main]\n" + keys + "url = https://user:" + awsSecret + "@example.com", want: "[main]: url must be the address of the service (example: https://route53.amazonaws.com"},
		"odd seconds":      {file: "[main]\n" + keys + "timeout = 1h", want: "[main]: timeout must be a number of seconds from 1 to 300"},
		"a long wait":      {file: "[main]\n" + keys + "wait = 241", want: "[main]: wait must be a number of seconds from 0 to 240"},
		"an odd zone":      {file: "[main]\n" + keys + "zones = a..b", want: "[main]: zones contains an invalid domain name"},
		"a zone":           {file: "[main]\n" + keys + "zones = Example.com., example.org"},
		"other zones":      {file: "[main]\n" + keys + "zones = example.org", want: "nothing is listed"},
		"another secret":   {file: "[main]\naws_access_key_id = " + awsID + "\naws_secret_access_key = geheim", want: "the service rejects the signature of account [main]: the secret key is wrong (SignatureDoesNotMatch)"},
		"a token too many": {file: "[main]\n" + keys + "aws_session_token = geheim", want: "InvalidClientTokenId: The security token included in the request is invalid, it is ..."},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAWS()
			a.add("example.com.", "www 300 A 192.0.2.1")
			at := time.Date(2026, 1, 31, 23, 59, 59, 0, time.UTC)
			a.now = func() time.Time { return at }
			if strings.Contains(name, "token") && c.want == "" {
				a.token = stsToken
			}
			opts := []fakehost.Option{fakehost.WithNow(at)}
			for i := 0; i < len(c.env); i += 2 {
				opts = append(opts, fakehost.WithEnv(c.env[i], c.env[i+1]))
			}
			f := fakehost.New(nil, opts...)
			if c.mode == 0 {
				c.mode = 0o600
			}
			f.Put(awsFile, c.file, 0o600)
			if err := f.Writer().Chmod(t.Context(), awsFile, host.FileMode(c.mode)); err != nil {
				t.Fatal(err)
			}
			f.Serve(a.network())
			list, err := lists(t, onhost.NewEnv(examples(t).Registry, f.Reader(), nil), "dnsrr")
			if len(list) == 0 && err == nil {
				err = errors.New("nothing is listed")
			}
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%q, %v, want %q", list, err, c.want)
			}
			for _, key := range []string{awsID, awsSecret, stsToken, "geheim"} {
				if err != nil && strings.Contains(err.Error(), key) {
					t.Errorf("%v", err)
				}
			}
		})
	}
}

// A link is no file of credentials: who may read its target is not asked.
func TestRoute53Link(t *testing.T) {
	f, _ := route53()
	f.Put("/srv/keys", awsAccount(""), 0o644)
	if err := errors.Join(f.Writer().Remove(t.Context(), awsFile, false), f.Writer().Symlink(t.Context(), "/srv/keys", awsFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := lists(t, onhost.NewEnv(examples(t).Registry, f.Reader(), nil), "dnszone"); err == nil || !strings.Contains(err.Error(), "/etc/ralsh/route53.ini must be a regular file") {
		t.Error(err)
	}
}

// A record without an account is in that of its zone's resource, also where several
// are changed; else in the first that has the zone.
func TestRoute53AccountOfTheZone(t *testing.T) {
	for name, c := range map[string]struct {
		decls  []ral.Decl
		second bool // the zone of the second account is changed
	}{
		"the first":      {[]ral.Decl{awsrr("www.example.com/A", "ttl", "60"), awsrr("example.com/MX", "ttl", "60")}, false},
		"as the zone":    {[]ral.Decl{awsrr("www.example.com/A", "ttl", "60"), awsrr("example.com/MX", "ttl", "60"), aws53("dnszone", "example.com", "account", "second")}, true},
		"as it says":     {[]ral.Decl{awsrr("www.example.com/A", "account", "second", "ttl", "60"), awsrr("example.com/MX", "account", "second", "ttl", "60")}, true},
		"against a zone": {[]ral.Decl{awsrr("www.example.com/A", "account", "main", "ttl", "60"), awsrr("example.com/MX", "account", "main", "ttl", "60"), aws53("dnszone", "example.com", "account", "second")}, false},
	} {
		t.Run(name, func(t *testing.T) {
			f, first := route53()
			_, second := route53()
			f.Put(awsFile, awsAccount("")+strings.Replace(awsAccount("url = https://second.example.com"), "main", "second", 1), 0o600)
			at := f.Reader().Now()
			second.now = func() time.Time { return at }
			f.Serve(fakehost.Net{HTTP: func(r host.Request) ([]byte, error) {
				if strings.HasPrefix(r.URL, "https://second.example.com/") {
					return second.network().HTTP(r)
				}
				return first.network().HTTP(r)
			}})
			rep, err := transaction.Run(t.Context(), onhost.NewEnv(examples(t).Registry, f.Reader(), nil), c.decls, f.Writer(), transaction.Options{})
			if err != nil || !rep.OK() || rep.Changes() != 2 {
				t.Fatal(err, problems(rep))
			}
			one, other := first.changes(), second.changes()
			if c.second && (one != 0 || other != 1) || !c.second && (one != 1 || other != 0) {
				t.Errorf("%d and %d requests", one, other)
			}
		})
	}
}

// The file makes the provider suitable and the default, and comes before what it is
// for.
func TestRoute53Election(t *testing.T) {
	f, _ := route53()
	reg := examples(t).Registry
	for _, typ := range []string{"dnszone", "dnsrr"} {
		env := onhost.NewEnv(reg, f.Reader(), nil)
		if w := env.Elect(t.Context(), reg.Type(typ)).Winner; w == nil || w.Name != "route53" {
			t.Errorf("%s: %v", typ, w)
		}
		none := onhost.NewEnv(reg, fakehost.New(nil).Reader(), nil)
		if e := none.Explain(t.Context(), reg.Type(typ).Provider("route53")); e.Suitable() || !strings.Contains(e.Reason(), awsFile) {
			t.Error(e.Reason())
		}
		r, diags := env.Build(t.Context(), aws53(typ, map[string]string{"dnszone": "example.com", "dnsrr": "www.example.com/A"}[typ]))
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		for _, rel := range r.Type.Relations {
			if rel.Type == "file" && !slices.Equal(rel.Titles(r), []string{awsFile}) {
				t.Errorf("after %v", rel.Titles(r))
			}
		}
	}
}

// What was changed is undone: records as they were, and a new zone is removed.
func TestRoute53Undo(t *testing.T) {
	_, a := route53()
	h := over(t, a)
	s := model.NewSession(t.Context(), examples(t).Registry, h)
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	before := sets(a)
	for _, decls := range [][]ral.Decl{
		{awsrr("www.example.com/A", "ensure", "absent"), awsrr("www.example.com/CNAME", "ensure", "present", "values", "a.example.net"), awsrr("example.com/MX", "values", "0 .", "ttl", "7")},
		{aws53("dnszone", "example.net", "ensure", "present"), awsrr("www.example.net/A", "ensure", "present", "values", "192.0.2.7")},
	} {
		plan, err := s.Plan(t.Context(), decls...)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := s.Apply(t.Context(), plan, transaction.Options{})
		if err != nil || !rep.OK() || rep.Changes() < 2 || slices.Equal(sets(a), before) {
			t.Fatal(err, problems(rep), rep.Summary())
		}
		u, err := s.Undo(t.Context(), 0)
		if err != nil || len(u.NotUndoable) > 0 {
			t.Fatal(err, u.NotUndoable)
		}
		rep, err = s.ApplyUndo(t.Context(), u, transaction.Options{})
		if err != nil || !rep.OK() || !slices.Equal(sets(a), before) {
			t.Errorf("%v, %v\n%q\n%q", err, problems(rep), sets(a), before)
		}
	}
}

func sets(a *aws) (list []string) {
	for _, z := range a.zones {
		for _, s := range z.sets {
			list = append(list, strings.Join(append([]string{s.Name, s.Type, s.TTL}, s.values()...), " "))
		}
	}
	return list
}

// The examples in the types' documentation are applied.
func TestRoute53Examples(t *testing.T) {
	reg := examples(t).Registry
	for _, typ := range []string{"dnszone", "dnsrr"} {
		a := newAWS()
		if typ == "dnsrr" {
			a.add("example.com.")
		}
		raltest.Example(t, func(r *ral.Registry) { r.InheritFrom(reg) }, typ, onAWS(a).Host)
	}
}

// A zone of many pages is listed completely, also on a busy machine within the deadline of
// a listing.
func TestRoute53HugeZone(t *testing.T) {
	f, a := route53()
	a.page = 300
	z := a.zones[0]
	for i := range 3000 {
		z.sets = append(z.sets, awsSet{Name: fmt.Sprintf("h%05d.example.com.", i), Type: "A", TTL: "60", Records: awsRecords("192.0.2.7")})
	}
	slices.SortFunc(z.sets, func(a, b awsSet) int { return cmp.Compare(order(a), order(b)) })
	list, err := lists(t, onhost.NewEnv(examples(t).Registry, f.Reader(), nil), "dnsrr")
	if err != nil || len(list) != 3004 || len(a.asked) != 1+11 {
		t.Errorf("%d are listed with %d requests, %v", len(list), len(a.asked), err)
	}
}
