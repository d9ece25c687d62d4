package pluginsync

import (
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"
)

// listed returns a list of entries as a server sends it.
func listed(t *testing.T, m mount, entries []entry) []byte {
	t.Helper()
	list := []map[string]any{{"relative_path": ".", "type": "directory"}}
	for _, e := range entries {
		one := map[string]any{"relative_path": strings.TrimPrefix(e.path, m.dir+"/"), "type": "directory", "mode": e.mode}
		if !e.dir {
			one["type"], one["checksum"] = "file", map[string]string{"type": "sha256", "value": "{sha256}" + e.sum}
		}
		if e.path != m.dir {
			list = append(list, one)
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// paths returns the entries in order, without duplicates.
func paths(entries []entry) []entry {
	var list []entry
	for _, e := range entries {
		list = append(list, entry{path: e.path, dir: e.dir, mode: e.mode, sum: e.sum})
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.path, b.path) })
	return slices.Compact(list)
}

// A list of a server is used completely or rejected with the position of the
// error: its paths are in the mount's directory, below listed directories, each
// once.
func FuzzListing(f *testing.F) {
	file := `{"relative_path":"ral/type/a.star","type":"file","mode":493,"checksum":{"type":"sha256","value":"{sha256}` + strings.Repeat("aB", 32) + `"}}`
	top := `{"relative_path":".","type":"directory"}`
	for _, text := range []string{
		"[" + top + "]", "[" + top + "," + file + "]", "[" + file + "," + top + "," + file + "]", "[" + file + "]", "null", "{}", "[",
		"[" + top + "," + strings.Replace(file, "ral/", "../", 1) + "]", "[" + top + "," + strings.Replace(file, "ral/", `\u0000/`, 1) + "]",
		"[" + top + `,{"relative_path":"ral","type":"link"}]`, "[" + top + `,{"relative_path":"ral/type/a.star/b","type":"directory"},` + file + "]",
		"[" + top + `,{"relative_path":"ral","type":"directory"},{"relative_path":"ral","type":"directory"}]`, "[" + top + `,{"mode":-1}]`,
	} {
		f.Add([]byte(text), true)
		f.Add([]byte(text), false)
	}
	f.Fuzz(func(t *testing.T, text []byte, facts bool) {
		m := mounts[1]
		if facts {
			m = mounts[0]
		}
		entries, err := m.parse(text)
		if err != nil {
			if what := err.Error(); !strings.Contains(what, "at byte") && !strings.Contains(what, `"`) && !strings.Contains(what, "incomplete") && !strings.Contains(what, "at most") {
				t.Fatalf("%s: no place: %s", text, what)
			}
			return
		}
		dirs := map[string]bool{}
		for _, e := range entries {
			dirs[e.path] = dirs[e.path] || e.dir
		}
		for _, e := range entries {
			inside := e.path == m.dir || strings.HasPrefix(e.path, m.dir+"/") && dirs[path.Dir(e.path)]
			if !inside || path.Clean(e.path) != e.path || e.dir != dirs[e.path] || e.dir == (len(e.sum) == 64) || e.mode&^0o755 != 0 {
				t.Fatalf("%s: %+v", text, e)
			}
		}
		again, err := m.parse(listed(t, m, entries))
		if err != nil || !slices.Equal(paths(again), paths(entries)) {
			t.Fatalf("%s: %v came back as %v, %v", text, entries, again, err)
		}
	})
}
