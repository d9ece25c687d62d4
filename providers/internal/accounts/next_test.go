package accounts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ralsh/providers/internal/accounts"
	"ralsh/ral/host/fakehost"
)

// described is everything that a table of groups answers.
func described(groups *accounts.Groups) []string {
	var list []string
	for i, g := range groups.All() {
		list = append(list, fmt.Sprintf("%+v %v %d %s", g, groups.Hidden(i, g.Name), groups.Line(i), groups.Name(i)))
	}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		g, ok := groups.Get(name)
		list = append(list, fmt.Sprint(name, g, ok, groups.Of(name), groups.Check(name)))
	}
	for number := range int64(4) {
		var names []string
		for _, i := range groups.WithNumber(number) {
			names = append(names, groups.Name(i))
		}
		first, _ := groups.NameOf(number)
		list = append(list, fmt.Sprint(number, names, first))
	}
	for _, g := range groups.All() {
		list = append(list, groups.Name(groups.FirstWith(g.GID, g.Line)))
	}
	return append(list, fmt.Sprint(groups.CheckAll()))
}

// A Reader answers as if it parsed the whole file after each change, whatever changed,
// and what it answered for the file before stays.
func TestChangedFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fake := fakehost.New(map[string]string{"/etc/group": ""})
		entry := rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("%s:x:%d:%s", rapid.StringMatching("[a-g]{1}").Draw(t, "name"), rapid.IntRange(0, 3).Draw(t, "gid"),
				rapid.SampledFrom([]string{"", "", "", "a", "b,c"}).Draw(t, "members"))
		})
		line := rapid.OneOf(entry, entry, entry, entry, rapid.SampledFrom([]string{"", "# comment", "bad:x", ":x:1:", "+nis"}))
		var lines []string
		for i := range rapid.SampledFrom([]int{0, 0, 0, 254, 600}).Draw(t, "more than a chunk") {
			lines = append(lines, fmt.Sprintf("m%d:x:%d:", i, 100+i))
		}
		lines = append(lines, rapid.SliceOfN(line, 0, 5).Draw(t, "lines")...)
		var reader accounts.Reader
		var before *accounts.Groups
		var answers []string
		for range rapid.IntRange(1, 12).Draw(t, "changes") {
			at := rapid.IntRange(0, len(lines)).Draw(t, "at")
			switch change := rapid.SampledFrom([]string{"add", "add", "insert", "remove", "replace", "all"}).Draw(t, "change"); {
			case change == "add":
				lines = append(slices.Clone(lines), line.Draw(t, "line"))
			case change == "insert":
				lines = slices.Insert(slices.Clone(lines), at, line.Draw(t, "line"))
			case change == "remove" && at < len(lines):
				lines = slices.Delete(slices.Clone(lines), at, at+1)
			case change == "replace" && at < len(lines):
				lines = slices.Clone(lines)
				lines[at] = line.Draw(t, "line")
			case change == "all":
				lines = rapid.SliceOfN(line, 0, 5).Draw(t, "lines")
			}
			text := strings.Join(lines, "\n")
			if rapid.Bool().Draw(t, "line break at the end") {
				text += "\n"
			}
			fake.Put("/etc/group", text, 0o644)
			groups, err := reader.Group(t.Context(), fake.Reader())
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(described(accounts.ParseGroup(text)), described(groups)); d != "" {
				t.Fatalf("%q:\n%s", text, d)
			}
			if before != nil {
				if d := cmp.Diff(answers, described(before)); d != "" {
					t.Fatalf("the answers for the file before are others after %q:\n%s", text, d)
				}
			}
			before, answers = groups, described(groups)
		}
	})
}

// A file may grow beyond the room that its indexes had when it was parsed.
func TestGrowingFile(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/passwd": ""})
	var reader accounts.Reader
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "u%d:x:%[1]d:100::/home/u%[1]d:/bin/sh\n", i)
		fake.Put("/etc/passwd", text.String(), 0o644)
		users, err := reader.Passwd(t.Context(), fake.Reader())
		if err != nil {
			t.Fatal(err)
		}
		if u, ok := users.Get(fmt.Sprint("u", i)); !ok || u.UID != int64(i) || u.Line != i+1 || users.Len() != i+1 {
			t.Fatalf("%d: %+v, %v", i, u, ok)
		}
	}
}
