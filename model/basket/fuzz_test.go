package basket

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// A basket is restored, or rejected with reasons; saving and restoring it again
// gives the same basket.
func FuzzBasket(f *testing.F) {
	s := session(f)
	data, _ := encode(s, []Staged{
		{Draft: typedDraft(f, s, "host", "web", "ip", "192.0.2.1", "comment", "a \"b\"\n日本")},
		{Draft: typedDraft(f, s, "user", "deploy", "shell", "/bin/bash", "password", "$y$hunter2"), Omitted: true},
		{Draft: typedDraft(f, s, "file", "/etc/secret", "content", "hunter3", "show_diff", "false", "mode", "0600")},
	})
	if err := write(f.Context(), s, data, nil); err != nil {
		f.Fatal(err)
	}
	file := basketAt(f, s)
	f.Add(data)
	for _, change := range [][2]string{
		{`"format": 1`, `"format": 2`},
		{`"type": "host"`, `"type": "banana"`},
		{`"type": "host"`, `"type": "HOST", "provider": "parsed"`},
		{`"type": "host"`, `"type": "host", "provider": "none", "met": ["User[x]", ""]`},
		{`"ip"`, `"nothing"`},
		{`"secrets": [`, `"secrets": ["password", "nothing", `},
		{`"title": "web"`, `"title": ""`},
		{`"title": "web"`, `"title": "\ud800\u0000"`},
		{`"texts": {`, `"texts": null, "x": {`},
		{`"drafts": [`, `"drafts": [null, {}, `},
		{"}", ""},
	} {
		f.Add(bytes.Replace(data, []byte(change[0]), []byte(change[1]), 1))
	}
	load := func(t *testing.T, text []byte) Saved {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := read(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b := load(t, text)
		if (len(b.Rejected) == 0) != (b.Aside == "") || !json.Valid(text) && len(b.Rejected) != 1 {
			t.Fatalf("%q: rejected %q, left aside in %q", text, b.Rejected, b.Aside)
		}
		for _, why := range b.Rejected {
			if strings.TrimSpace(why) == "" {
				t.Fatalf("%q: no reason", text)
			}
		}
		once, _ := encode(s, b.Staged)
		if once == nil {
			return
		}
		again := load(t, once)
		if twice, lost := encode(s, again.Staged); len(again.Rejected)+len(lost) > 0 || !bytes.Equal(once, twice) {
			t.Fatalf("%q is kept as\n%s and taken up as\n%s: %q, %q", text, once, twice, again.Rejected, lost)
		}
	})
}
