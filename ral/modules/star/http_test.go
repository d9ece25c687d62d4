package star_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// lampServer is a server of lamps: GET and PUT /lamps/NAME.
func lampServer(fake *fakehost.Host, lamps map[string]string) (requests *[]string) {
	requests = new([]string)
	fake.Serve(fakehost.Net{HTTP: func(r host.Request) ([]byte, error) {
		*requests = append(*requests, fmt.Sprintf("%s %s %q", r, r.Header["X-Key"], r.Body))
		name := r.URL[strings.LastIndex(r.URL, "/")+1:]
		switch {
		case r.Header["X-Key"] != "geheim":
			return nil, &host.StatusError{Status: 403, Body: []byte("no key: " + r.Header["X-Key"])}
		case r.Method == "PUT":
			lamps[name] = string(r.Body)
			return []byte("done"), nil
		case lamps[name] == "":
			return nil, &host.StatusError{Status: 404}
		}
		return []byte(lamps[name]), nil
	}})
	return requests
}

const lampProvider = `
newtype("lamp", attrs = [param("name", namevar = True), param("key", sensitive = True), prop("color")])

def _url(self):
    return "https://api.example.com/lamps/" + url.quote(self.name)

def _retrieve(self):
    got = self.http.get(_url(self), headers = {"X-Key": self.res.key}, raises = False)
    if got.failure and got.status != 404:
        fail(got.failure)
    return {"color": got.body} if not got.failure else {}

def _set(self, name, value):
    done = self.http.send("PUT", _url(self), body = value, headers = {"X-Key": self.res.key}, says = ["color " + value])
    AFTER

provider("http", type = "lamp", retrieve = _retrieve, set = _set)
`

// A provider looks by GET, and each other request is an act that a plan records and
// does not send. A secret header is sent, and shown nowhere.
func TestHTTP(t *testing.T) {
	for name, c := range map[string]struct {
		after, key, status string
		certainty          ral.Certainty
		requests           []string
	}{
		"a change": {"pass", "geheim", "changed", ral.Exact, []string{
			`GET https://api.example.com/lamps/desk geheim ""`, `GET https://api.example.com/lamps/desk geheim ""`,
			`PUT https://api.example.com/lamps/desk geheim "blue"`, `GET https://api.example.com/lamps/desk geheim ""`,
		}},
		"an answer that is needed": {"fail('odd') if done.body != 'done' else None", "geheim", "changed", ral.UnknownUntil, []string{
			`GET https://api.example.com/lamps/desk geheim ""`, `GET https://api.example.com/lamps/desk geheim ""`,
			`PUT https://api.example.com/lamps/desk geheim "blue"`, `GET https://api.example.com/lamps/desk geheim ""`,
		}},
		"a wrong key": {"pass", "falsch", "blocked", ral.Exact, []string{`GET https://api.example.com/lamps/desk falsch ""`}},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakehost.New(nil)
			lamps := map[string]string{"desk": "red"}
			requests := lampServer(fake, lamps)
			env := environment(t, strings.ReplaceAll(lampProvider, "AFTER", c.after), fake.Reader())
			plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{{Type: "lamp", Title: "desk", Attrs: attrs("key", c.key, "color", "blue")}})
			if err != nil {
				t.Fatal(err)
			}
			s := plan.Steps[0]
			if c.status == "blocked" {
				if s.Status != transaction.Blocked || !strings.Contains(s.LeftOut(), "403") || strings.Contains(s.LeftOut(), "falsch") {
					t.Errorf("%s: %s", s.Status, s.LeftOut())
				}
			} else {
				if lamps["desk"] != "red" || len(s.Results) != 1 || s.Changes[0].Certainty != c.certainty {
					t.Errorf("planned: %v, %d acts, %s", lamps, len(s.Results), s.Changes[0].Certainty)
				}
				rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if s := rep.Steps[0]; s.Status.String() != c.status || lamps["desk"] != "blue" || strings.Contains(fmt.Sprint(s.Results), "geheim") {
					t.Errorf("applied: %s, %v, %v", s.Status, lamps, s.Results)
				}
			}
			if !slices.Equal(*requests, c.requests) {
				t.Errorf("got %q\nwant %q", *requests, c.requests)
			}
		})
	}
}

// What is wrong with a request is said, before anything is sent.
func TestWrongRequests(t *testing.T) {
	for name, c := range map[string]struct{ code, want string }{
		"no address":         {`self.http.get("api/x")`, "the url must be http://HOST/... or https://HOST/..."},
		"a file":             {`self.http.get("file:///etc/passwd")`, "the url must be http://HOST/... or https://HOST/..."},
		"a write in a look":  {`self.http.send("POST", "https://api.example.com/")`, "POST https://api.example.com/ is not allowed: it changes the host"},
		"a GET that is sent": {`self.http.send("GET", "https://api.example.com/")`, "a GET request does not change anything: use http.get"},
		"two lines":          {`self.http.get("https://api.example.com/", headers = {"A": "b\nC: d"})`, "header A contains a line break"},
		"the mask":           {`self.http.get("https://api.example.com/" + str(secret("x")))`, "the string contains [redacted]"},
		"no text":            {`self.http.get("https://api.example.com/", headers = {"A": 7})`, "header A: the value must be a string or bytes, not a number"},
		"no server":          {`self.http.get("https://api.example.com/")`, "connection refused"},
	} {
		t.Run(name, func(t *testing.T) {
			rd := fakehost.New(nil).Reader()
			env := environment(t, widget(`prop("a")`)+`provider("p", type = "widget", set = lambda self, name, value: None, retrieve = lambda self: {"a": str(`+c.code+`)})`, rd)
			r, _ := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "w"})
			if _, err := onhost.NewRun(env, rd).Retrieve(t.Context(), r); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v\nwant %s", err, c.want)
			}
		})
	}
}

// The words for servers. The signature is the first of the published test cases of
// AWS Signature Version 4 ("get-vanilla").
func TestEncodings(t *testing.T) {
	const sign = `
def _key():
    key = hash.hmac_sha256("AWS4" + "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830")
    for part in ["us-east-1", "service", "aws4_request"]:
        key = hash.hmac_sha256(key, part)
    return key

def _sign():
    canonical = "GET\n/\n\nhost:example.amazonaws.com\nx-amz-date:20150830T123600Z\n\nhost;x-amz-date\n" + hash.sha256("")
    return hash.hmac_sha256(_key(), "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/service/aws4_request\n" + hash.sha256(canonical), hex = True)
`
	for code, want := range map[string]string{
		`hash.sha256("")`:                                    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		`_sign()`:                                            "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
		`base64.encode("a?b")`:                               "YT9i",
		`base64.decode("YT9i")`:                              "a?b",
		`url.quote("a b/ü")`:                                 "a%20b%2F%C3%BC",
		`url.quote("a b/c", safe = "/")`:                     "a%20b/c",
		`url.unquote("a%20b%2F%C3%BC")`:                      "a b/ü",
		`url.query({"b": "x y", "a": 5})`:                    "b=x%20y&a=5",
		`str(base64.encode(secret("x")))`:                    "[redacted]",
		`base64.encode(secret("x")).reveal()`:                "eA==",
		`str(hash.hmac_sha256(secret("k"), "x"))`:            "[redacted]",
		`hash.hmac_sha256(secret("k"), "x", hex = True)[:8]`: "c38edc88",
	} {
		rd := fakehost.New(nil).Reader()
		env := environment(t, sign+widget(`prop("a")`)+`provider("p", type = "widget", set = lambda self, name, value: None, retrieve = lambda self: {"a": `+code+`})`, rd)
		r, _ := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "w"})
		inst, err := onhost.NewRun(env, rd).Retrieve(t.Context(), r)
		if err != nil {
			t.Errorf("%s: %v", code, err)
		} else if got := inst.Get("a").Text(); got != want {
			t.Errorf("%s is %q, want %q", code, got, want)
		}
	}
}
