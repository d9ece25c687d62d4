package accounts_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ralsh/providers/internal/accounts"
)

// For any content of a file, an entry is on the line that it names, fields
// contain no separators, and a lookup by name returns the first line.

func FuzzPasswd(f *testing.F) {
	for _, seed := range []string{"", "root:x:0:0:root:/root:/bin/sh\n", "a:::\n+::::::\nb:x:1:2:c:d:e", "\x00:x:1:1:\xff::\n", "::::::", "a:x:-1:4294967296:::"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := bytes.Split(data, []byte("\n"))
		table := accounts.ParsePasswd(string(data))
		for _, p := range table.All() {
			holds(t, lines, p.Line, p.Name, p.Password, p.Comment, p.Home, p.Shell)
			if first, ok := table.Get(p.Name); !ok || first.Line > p.Line || p.UID < 0 || p.GID < 0 {
				t.Errorf("%+v, found by name as %+v", p, first)
			}
		}
	})
}

func FuzzGroup(f *testing.F) {
	for _, seed := range []string{"", "root:x:0:\n", "a:x:1:b,,c\na:x:2:b\n", "a:x:1", ":x:1:", "a:x:1:,,,"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := bytes.Split(data, []byte("\n"))
		groups := accounts.ParseGroup(string(data))
		for _, g := range groups.All() {
			holds(t, lines, g.Line, append(slices.Clone(g.Members), g.Name)...)
			for _, user := range g.Members {
				if of := groups.Of(user); !slices.Contains(of, g.Name) || !slices.IsSorted(of) {
					t.Errorf("%q is a member of %q, not of %q", user, g.Name, of)
				}
			}
			if name, ok := groups.NameOf(g.GID); !ok || name == "" {
				t.Errorf("no group has gid %d", g.GID)
			}
		}
	})
}

func FuzzShadow(f *testing.F) {
	for _, seed := range []string{"", "root:*:20100:0:99999:7:::\n", "a:!::::::99999999999999999999:", "a:b:c:d:e", "a::::\n", "a:!:1:-5:+3::::"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := bytes.Split(data, []byte("\n"))
		for _, s := range accounts.ParseShadow(string(data)).All() {
			holds(t, lines, s.Line, s.Name, s.Password)
			if day, ok := accounts.Date(s.Expire); ok && len(day) != 10 {
				t.Errorf("day %d is %q", s.Expire, day)
			}
		}
	})
}

func FuzzLoginDefs(f *testing.F) {
	f.Add([]byte("# x\nUID_MIN\t\t 1000\nUSERGROUPS_ENAB \"yes\"\nalone\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, text := range accounts.ParseLoginDefs(string(data)) {
			if name == "" || strings.ContainsAny(name+text, "\n") || strings.HasPrefix(name, "#") {
				t.Errorf("%q = %q", name, text)
			}
		}
	})
}

func holds(t *testing.T, lines [][]byte, n int, parts ...string) {
	t.Helper()
	if n < 1 || n > len(lines) {
		t.Fatalf("line %d of %d", n, len(lines))
	}
	for _, part := range parts {
		if !bytes.Contains(lines[n-1], []byte(part)) || strings.ContainsAny(part, ":\n") {
			t.Errorf("line %d, %q, does not hold the field %q", n, lines[n-1], part)
		}
	}
}
