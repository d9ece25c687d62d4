package star_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

const jobProvider = `
newtype("job", attrs = [param("name", namevar = True), prop("state")])

URL = "https://api.example.com/job"

def _busy(answer):
    return "the server" if answer.status == 429 else None

def _pending(answer):
    return _busy(answer) or ("the job" if answer.body == "pending" else None)

def _started(self, answer):
    if answer.failure:
        return _busy(answer)
    got = self.http.get(URL + "/" + answer.body, again = _pending, within = 20, raises = False)
    if got.failure:
        fail(got.failure)

def _retrieve(self):
    return {"state": self.http.get(URL, again = _busy).body}

def _set(self, name, value):
    done = self.http.send("POST", URL, body = value, again = lambda answer: _started(self, answer), raises = False)
    if done.failure:
        fail(done.failure)

provider("http", type = "job", retrieve = _retrieve, set = _set)
`

// A provider waits for a server that is busy, and for what it has begun. A plan waits
// for nothing, and knows the change exactly.
func TestHTTPAgain(t *testing.T) {
	for name, c := range map[string]struct {
		busy, pending int // answers
		want          string
		requests      int // of the apply, after the first look
		took          time.Duration
	}{
		"at once":      {requests: 2},
		"busy":         {busy: 2, requests: 4, took: 3 * time.Second},
		"pending":      {pending: 2, requests: 4, took: 3 * time.Second},
		"both":         {busy: 1, pending: 1, requests: 4, took: 2 * time.Second},
		"too busy":     {busy: 100, want: "POST https://api.example.com/job: waited 1 min for the server: status 429 Too Many Requests", requests: 8, took: time.Minute},
		"never ending": {pending: 100, want: "GET https://api.example.com/job/7: waited 15 s for the job", requests: 6, took: 15 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				fake := fakehost.New(nil)
				state, busy, pending := "old", 0, 0
				var requests []string
				fake.Serve(fakehost.Net{HTTP: func(r host.Request) ([]byte, error) {
					requests = append(requests, r.String())
					switch {
					case r.Method == "POST" && busy > 0:
						busy--
						return nil, &host.StatusError{Status: 429}
					case r.Method == "POST":
						state = string(r.Body)
						return []byte("7"), nil
					case strings.HasSuffix(r.URL, "/7") && pending > 0:
						pending--
						return []byte("pending"), nil
					}
					return []byte(state), nil
				}})
				env := environment(t, jobProvider, fake.Reader())
				plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{{Type: "job", Title: "x", Attrs: attrs("state", "new")}})
				if err != nil || plan.Steps[0].Changes[0].Certainty != ral.Exact || len(requests) != 1 || len(plan.Steps[0].Results) != 1 {
					t.Fatalf("%v, %q", err, requests)
				}
				busy, pending, requests = c.busy, c.pending, nil
				began := time.Now()
				rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got := fmt.Sprint(rep.Steps[0].Changes[0].Err); c.want == "" && !rep.OK() || c.want != "" && !strings.Contains(got, c.want) {
					t.Errorf("%s, want %q", got, c.want)
				}
				requests = slices.DeleteFunc(requests, func(r string) bool { return r == "GET https://api.example.com/job" })
				if took := time.Since(began); len(requests) != c.requests || took != c.took {
					t.Errorf("%s for %q, want %s for %d", took, requests, c.took, c.requests)
				}
			})
		})
	}
}

// What is wrong with again and within is said; the clock and the environment are those
// of the host.
func TestAgainNowAndEnv(t *testing.T) {
	for code, want := range map[string]string{
		`self.http.now()`:       "20260131T225959Z",
		`self.http.now(7)`:      "got 1 arguments, want at most 0",
		`self.env("HOME")`:      "/home/alice",
		`str(self.env("NONE"))`: "None",
		`self.env()`:            "missing argument for name",
		`self.http.get("http://x/", again = len).body`:                          "len: value of type answer has no len",
		`self.http.get("http://x/", again = lambda answer: 7).body`:             "again returned a number; it must return the awaited string or None",
		`self.http.get("http://x/", again = lambda answer: "").body`:            "again returned a string; it must return the awaited string or None",
		`self.http.get("http://x/", again = lambda answer: fail("no")).body`:    "no",
		`self.http.get("http://x/", again = 7).body`:                            "got a number, want a function",
		`self.http.get("http://x/", within = 301).body`:                         "within must be a number of seconds from 0 to 300",
		`self.http.get("http://x/", within = -1).body`:                          "within must be a number of seconds from 0 to 300",
		`self.http.get("http://x/", again = lambda answer: None).body`:          "hello",
		`self.http.get("http://x/", again = lambda answer: self.res.naem).body`: "unknown attribute \"naem\" of type widget (did you mean \"name\"?)",
	} {
		fake := fakehost.New(nil, fakehost.WithNow(time.Date(2026, 1, 31, 23, 59, 59, 0, time.FixedZone("", 3600))), fakehost.WithEnv("HOME", "/home/alice"))
		fake.Serve(fakehost.Net{HTTP: func(host.Request) ([]byte, error) { return []byte("hello"), nil }})
		env := environment(t, widget(`prop("a")`)+`provider("p", type = "widget", set = lambda self, name, value: None, retrieve = lambda self: {"a": `+code+`})`, fake.Reader())
		r, _ := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "w"})
		inst, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r)
		got := fmt.Sprint(err)
		if err == nil {
			got = inst.Get("a").Text()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s\nis %s\nwant %s", code, got, want)
		}
	}
}

// A confine reads the environment of the host.
func TestEnvInAConfine(t *testing.T) {
	for home, want := range map[string]bool{"/home/alice": true, "": false} {
		fake := fakehost.New(nil, fakehost.WithEnv("HOME", home))
		env := environment(t, widget(`prop("a")`)+`provider("p", type = "widget", confine = {"true": lambda self: self.env("HOME") == "/home/alice"}, set = lambda self, name, value: None)`, fake.Reader())
		if e := env.Explain(t.Context(), env.Registry.Type("widget").Provider("p")); e.Suitable() != want {
			t.Errorf("%q: %s", home, e.Reason())
		}
	}
}

// Hooks about several resources find the others of the run, too.
func TestPeersOfSeveral(t *testing.T) {
	const code = `
newtype("zone", attrs = [param("name", namevar = True), prop("kind")])
newtype("record", attrs = [param("name", namevar = True), prop("text")])
provider("p", type = "zone", set = lambda self, name, value: None, retrieve = lambda self: {"kind": "x"})

def _dir(self):
    return "/" + self.peer("zone", "z").name

provider("p", type = "record", retrieve = lambda self: {"text": ""},
    prefetch = lambda self, resources: self.state.update([("dir", _dir(self))]),
    set = lambda self, name, value: self.pend(name, value),
    can_batch = lambda self, first, res: _dir(self) == "/z",
    flush_batch = lambda self, resources: [self.fs.write(_dir(self), str(len(resources)))] and None,
    flush = lambda self: None,
)
`
	fake := fakehost.New(nil)
	env := environment(t, code, fake.Reader())
	_, err := transaction.Run(t.Context(), env, []ral.Decl{
		{Type: "record", Title: "a", Attrs: attrs("text", "1")}, {Type: "record", Title: "b", Attrs: attrs("text", "2")}, {Type: "zone", Title: "z"},
	}, fake.Writer(), transaction.Options{})
	if got := fake.Content("/z"); err != nil || got != "2" {
		t.Errorf("%q, %v", got, err)
	}
}
