package order

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var (
	digest = strings.Repeat("ab", 32)
	noon   = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
)

// example returns an order for three hosts.
func example() Order {
	return Order{
		Schema: schema, Principal: "alice@example.org", Nonce: strings.Repeat("0f", 16),
		NotBefore: noon, NotAfter: noon.Add(5 * time.Minute),
		Args: []string{"apply", "-"}, StdinSHA256: Sum([]byte("document")),
		Plans: map[string][]string{digest: {"web1.example.org", "web2.example.org"}, "": {"db1.example.org"}},
	}
}

func encoded(t testing.TB, o Order) []byte {
	t.Helper()
	data, err := Encode(o)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEncodeAndParse(t *testing.T) {
	want := example()
	got, err := Parse(encoded(t, want))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("it comes back as another:\n%s", d)
	}
}

// TestDocument holds the form of the document, which other programs may write.
func TestDocument(t *testing.T) {
	want := `{"schema":1,"principal":"alice@example.org","nonce":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f","not_before":"2026-11-26T12:00:00Z","not_after":"2026-11-26T12:05:00Z",` +
		`"args":["apply","-","\u003c\u003e\u0026\n"],"stdin_sha256":"` + Sum([]byte("document")) + `","plans":{"":["db1.example.org"],"` + digest + `":["web1.example.org","web2.example.org"]}}`
	o := example()
	o.Args = append(o.Args, "<>&\n")
	o.NotBefore = o.NotBefore.Add(999 * time.Millisecond).In(time.FixedZone("", 3600))
	if got := string(encoded(t, o)); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

func TestEncodeRefuses(t *testing.T) {
	many := func(n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprint("h", i)
		}
		return list
	}
	for name, c := range map[string]struct {
		change func(*Order)
		want   string
	}{
		"no principal":        {func(o *Order) { o.Principal = "" }, "principal"},
		"a pattern":           {func(o *Order) { o.Principal = "*" }, "principal"},
		"a flag":              {func(o *Order) { o.Principal = "-f" }, "principal"},
		"a control character": {func(o *Order) { o.Principal = "a\x1b" }, "principal"},
		"a long principal":    {func(o *Order) { o.Principal = strings.Repeat("a", 129) }, "principal"},
		"a short nonce":       {func(o *Order) { o.Nonce = "0f" }, "nonce"},
		"a path as nonce":     {func(o *Order) { o.Nonce = "../" + strings.Repeat("a", 29) }, "nonce"},
		"upper case":          {func(o *Order) { o.Nonce = strings.Repeat("0F", 16) }, "nonce"},
		"no sum":              {func(o *Order) { o.StdinSHA256 = "" }, "SHA-256"},
		"too long":            {func(o *Order) { o.NotAfter = noon.Add(11 * time.Minute) }, "longer than 10m"},
		"backwards":           {func(o *Order) { o.NotAfter = noon.Add(-time.Second) }, "before it begins"},
		"no times":            {func(o *Order) { o.NotBefore, o.NotAfter = time.Time{}, time.Time{} }, "the times of the order are invalid"},
		"no command":          {func(o *Order) { o.Args = nil }, "lacks a command line"},
		"a zero byte":         {func(o *Order) { o.Args = []string{"a\x00"} }, "not UTF-8 text"},
		"invalid text":        {func(o *Order) { o.Args = []string{"\xff"} }, "not UTF-8 text"},
		"a long command":      {func(o *Order) { o.Args = []string{strings.Repeat("a", maxArgs)} }, "longer than 65536"},
		"no hosts":            {func(o *Order) { o.Plans = nil }, "the order lacks hosts"},
		"an empty plan":       {func(o *Order) { o.Plans = map[string][]string{"": {}} }, "a plan of the order lacks hosts"},
		"a short digest":      {func(o *Order) { o.Plans = map[string][]string{"ab": {"a"}} }, "digest"},
		"several digests":     {func(o *Order) { o.Plans = map[string][]string{digest + "," + digest: {"a"}} }, "digest"},
		"a host twice":        {func(o *Order) { o.Plans[""] = []string{"web1.example.org"} }, "twice"},
		"no name":             {func(o *Order) { o.Plans[""] = []string{""} }, "name of a host"},
		"many hosts":          {func(o *Order) { o.Plans = map[string][]string{"": many(maxHosts + 1)} }, "more than 20000 hosts"},
		"many long hosts":     {func(o *Order) { o.Plans = map[string][]string{"": {strings.Repeat("a", 254)}} }, "name of a host"},
		"a large document": {func(o *Order) {
			o.Args = []string{strings.Repeat("\x01", 60<<10)} // six bytes each in JSON
		}, "larger than 262144"},
	} {
		t.Run(name, func(t *testing.T) {
			o := example()
			c.change(&o)
			if data, err := Encode(o); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%.100s, %v, not %q", data, err, c.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	good := string(encoded(t, example()))
	for name, data := range map[string]string{
		"nothing":          "",
		"a list":           "[]",
		"null":             "null",
		"an unknown field": strings.Replace(good, "{", `{"more":1,`, 1),
		"a field twice":    strings.Replace(good, "{", `{"principal":"bob",`, 1),
		"another case":     strings.Replace(good, `"nonce"`, `"Nonce"`, 1),
		"white space":      strings.Replace(good, ":", ": ", 1),
		"an end of line":   good + "\n",
		"a second order":   good + good,
		"another schema":   strings.Replace(good, `"schema":1`, `"schema":2`, 1),
		"another zone":     strings.Replace(good, "12:00:00Z", "13:00:00+01:00", 1),
		"parts of seconds": strings.Replace(good, "12:00:00Z", "12:00:00.5Z", 1),
		"an escape":        strings.Replace(good, "apply", `\u0061pply`, 1),
		"invalid text":     strings.Replace(good, "apply", "\xff", 1),
		"deep":             strings.Replace(good, `"apply"`, strings.Repeat("[", 100_000), 1),
		"another type":     strings.Replace(good, `"apply"`, `1`, 1),
		"a large one":      good + strings.Repeat(" ", maxSize),
	} {
		t.Run(name, func(t *testing.T) {
			if data == good {
				t.Fatal("nothing was changed")
			}
			if o, err := Parse([]byte(data)); err == nil {
				t.Errorf("it was taken as %+v", o)
			}
		})
	}
}

// FuzzParse checks that an order has one document.
func FuzzParse(f *testing.F) {
	f.Add(encoded(f, example()))
	f.Add([]byte(`{"schema":1,"principal":"a","nonce":"","plans":{"":["a","a"]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := Parse(data)
		if err != nil {
			return
		}
		if same, err := Encode(o); err != nil || !bytes.Equal(same, data) {
			t.Errorf("%q is also %q, %v", data, same, err)
		}
	})
}

func TestFor(t *testing.T) {
	for name, c := range map[string]struct {
		host  string
		now   time.Duration
		stdin string
		want  string // of the digest, or in the error
		ok    bool
	}{
		"to apply":          {"web1.example.org", 0, "document", digest, true},
		"to plan":           {"db1.example.org", 0, "document", "", true},
		"another host":      {"web3.example.org", 0, "document", "does not include the host web3.example.org", false},
		"a part of a name":  {"web1", 0, "document", "does not include the host", false},
		"just in time":      {"db1.example.org", -time.Minute, "document", "", true},
		"just not too late": {"db1.example.org", 6 * time.Minute, "document", "", true},
		"early":             {"db1.example.org", -7 * time.Minute, "document", "the clocks differ by 7 m", false},
		"a little early":    {"db1.example.org", -61 * time.Second, "document", "the clocks differ by 61 s", false},
		"late":              {"db1.example.org", 12 * time.Minute, "document", "it expired 7 m ago, or the clocks differ by that time", false},
		"another input":     {"db1.example.org", 0, "documenT", "standard input differs", false},
		"no input":          {"db1.example.org", 0, "", "standard input differs", false},
	} {
		t.Run(name, func(t *testing.T) {
			o := example()
			got, err := o.For(c.host, noon.Add(c.now), []byte(c.stdin))
			switch {
			case c.ok && (err != nil || got != c.want):
				t.Errorf("%q, %v", got, err)
			case !c.ok && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%v, not %q", err, c.want)
			}
		})
	}
}

func TestNewNonce(t *testing.T) {
	if a, b := NewNonce(), NewNonce(); a == b || !isHex(a, nonceSize) {
		t.Errorf("%q and %q", a, b)
	}
}
