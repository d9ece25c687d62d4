package snapshot

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"testing"
)

const goodHead = `{"schema":1,"kind":"snapshot","host":"web1","root":"/","taken":"2026-01-01T00:00:00Z","version":"1","user":"root","privileged":true}`

// ended returns lines with a last line that counts them and has their checksum.
func ended(lines ...string) string {
	text := strings.Join(lines, "\n") + "\n"
	count := func(k string) int { return strings.Count(text, `"kind":"`+k+`"`) }
	return text + fmt.Sprintf(`{"kind":"end","types":%d,"instances":%d,"facts":%d,"sha256":"%x"}`+"\n", count("type"), count("instance"), count("fact"), sha256.Sum256([]byte(text)))
}

func TestReadRefuses(t *testing.T) {
	const typ = `{"kind":"type","type":"user","complete":true,"providers":[]}`
	const alice = `{"kind":"instance","type":"user","title":"alice","provider":"useradd","properties":{"shell":"/bin/sh"}}`
	deep := func(n int) string { return strings.Repeat(`[`, n) + strings.Repeat(`]`, n) }
	for name, c := range map[string]struct{ text, want string }{
		"good":               {ended(goodHead, typ, alice), ""},
		"only a head":        {ended(goodHead), ""},
		"empty":              {"", "the snapshot is empty"},
		"another file":       {"root:x:0:0:\n", "line 1: not a line of a snapshot"},
		"other JSON":         {"{\"a\": 1}\n", "line 1: not a line of a snapshot"},
		"no head":            {ended(typ), "line 1: not a snapshot"},
		"two heads":          {ended(goodHead, goodHead), "line 2: not a snapshot"},
		"another schema":     {ended(strings.Replace(goodHead, `"schema":1`, `"schema":2`, 1)), "the snapshot has schema 2; this ralsh reads schema 1"},
		"no schema":          {ended(strings.Replace(goodHead, `"schema":1,`, ``, 1)), "the snapshot has schema 0"},
		"cut between lines":  {goodHead + "\n" + typ + "\n", "the snapshot is incomplete"},
		"cut within a line":  {ended(goodHead, typ, alice)[:len(goodHead)+len(typ)+30], "line 3: not a line of a snapshot"},
		"cut in its end":     {strings.TrimSuffix(ended(goodHead, typ), "\"}\n"), "line 3: not a line of a snapshot"},
		"a line is missing":  {strings.Replace(ended(goodHead, typ, alice), alice+"\n", "", 1), "the snapshot is malformed"},
		"a byte is other":    {strings.Replace(ended(goodHead, typ, alice), "/bin/sh", "/bin/sx", 1), "the snapshot is malformed"},
		"more after its end": {ended(goodHead) + alice + "\n", "line 3: the snapshot continues after the last line"},
		"two in one":         {ended(goodHead) + ended(goodHead), "line 3: the snapshot continues after the last line"},
		"not UTF-8":          {ended(goodHead, typ, strings.Replace(alice, "alice", "al\xffce", 1)), "line 3: the line is not UTF-8"},
		"without its type":   {ended(goodHead, alice), "the instance does not follow the line of its type"},
		"with another type":  {ended(goodHead, typ, strings.Replace(alice, "user", "group", 1)), "the instance does not follow the line of its type"},
		"types not sorted":   {ended(goodHead, strings.Replace(typ, "user", "zone", 1), typ), "the types are not sorted"},
		"a type twice":       {ended(goodHead, typ, typ), "the types are not sorted"},
		"an unknown kind":    {ended(goodHead, `{"kind":"secret"}`), `unknown kind "secret"`},
		"an unknown class":   {ended(goodHead, typ, strings.Replace(alice, `"properties"`, `"class":"none","properties"`, 1)), "line 3: not a line of a snapshot"},
		"a list of titles":   {ended(goodHead, typ, strings.Replace(alice, `"alice"`, `["alice"]`, 1)), "line 3: not a line of a snapshot"},
		"deep":               {ended(goodHead, deep(1_000_000)), "line 2: the nesting exceeds 32 levels"},
		"many values":        {ended(goodHead, "["+strings.Repeat("0,", 200_000)+"0]"), "line 2: the line has more than 100000 values"},
		"brackets in texts":  {ended(goodHead, typ, strings.Replace(alice, "/bin/sh", strings.Repeat(`[\"`, 100), 1)), ""},
		"a long host":        {ended(strings.Replace(goodHead, "web1", strings.Repeat("x", 5000), 1)), "line 1: the line is longer than 4096 bytes"},
		"a long line":        {goodHead + "\n\"" + strings.Repeat("x", mostLine+1), "line 2: the line is longer than 16 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.text))
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// endless is a host that never stops.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

// TestReadEndless reads from hosts that never stop: in one line, and in many. The bounds
// are a sixteenth of those of Read.
func TestReadEndless(t *testing.T) {
	const typ = `{"kind":"type","type":"user","complete":true,"providers":[]}`
	line := `{"kind":"instance","type":"user","title":"` + strings.Repeat("a", 8<<10) + `","provider":"u","properties":{}}` + "\n"
	for want, in := range map[string]io.Reader{
		"line 1: the line is longer than 1 MiB": &endless{text: strings.Repeat("a", 4<<10)},
		"the snapshot is larger than 4 MiB":     &endless{text: line},
		"more than 31250 lines":                 &endless{text: strings.Repeat(`{"kind":"fact","title":"a","properties":{}}`+"\n", 100)},
	} {
		if want != "line 1: the line is longer than 1 MiB" {
			in = io.MultiReader(strings.NewReader(goodHead+"\n"+typ+"\n"), in)
		}
		if _, err := read(in, sizes{mostBytes / 16, mostLine / 16, mostLines / 16}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// FuzzRead holds that what is read can be written, is then read as the same, and is equal to
// itself.
func FuzzRead(f *testing.F) {
	f.Add([]byte(ended(goodHead)))
	f.Add([]byte(ended(goodHead, `{"kind":"type","type":"user","complete":true,"providers":[{"name":"u","suitable":true}]}`,
		`{"kind":"instance","type":"user","title":"a\u001b[2J","provider":"u","properties":{"uid":1e400,"x":null},"redacted":["x"]}`,
		`{"kind":"fact","title":"os","class":"volatile","properties":{"value":[1,{"a":"\ud800"}]}}`)))
	f.Add([]byte(goodHead))
	f.Fuzz(func(t *testing.T, data []byte) {
		body, _, _ := bytes.Cut(data, []byte(`{"kind":"end"`))
		s, err := Read(strings.NewReader(ended(strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")...)))
		if err != nil {
			return
		}
		once := written(t, s)
		back, err := Read(bytes.NewReader(once))
		if err != nil {
			t.Fatal(err)
		}
		if twice := written(t, back); !bytes.Equal(once, twice) {
			t.Errorf("%s\nis then\n%s", once, twice)
		}
		d, err := Compare(s, back)
		if err != nil {
			t.Fatal(err)
		}
		if differ, _, _ := d.Counts(); differ > 0 {
			t.Errorf("it differs from itself: %+v", d.Groups)
		}
	})
}
