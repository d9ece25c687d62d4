package host_test

import (
	"fmt"
	"path"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ralsh/ral/host/record"
)

// Whatever the steps and their order, a plan, a fake and a directory used as a
// root show what the machine shows, including the errors.
func TestEveryHostAgrees(t *testing.T) {
	made := 0
	rapid.Check(t, func(r *rapid.T) {
		made++
		steps := rapid.SliceOfN(rapid.Custom(randomStep), 1, 14).Draw(r, "steps")
		var first []string
		for _, kind := range []string{"below", "fake", "plan on below", "plan on fake", "plan after"} {
			got := told(t, kind, fmt.Sprintf("%s %d", kind, made), steps)
			if first == nil {
				first = got
			}
			if diff := cmp.Diff(first, got); diff != "" {
				r.Fatalf("below and %s differ:\n%s", kind, diff)
			}
		}
	})
}

func randomStep(r *rapid.T) string {
	name := rapid.SampledFrom([]string{"a", "b", "d", "d/a", "d/e", "d/e/a", "l", "l/a", "d/l", "d/../a", "l/..", "a/b"})
	switch verb := rapid.SampledFrom([]string{
		"write", "private", "mkdir", "chmod", "remove", "purge", "link",
	}).Draw(r, "verb"); verb {
	case "mkdir", "chmod":
		return verb + " " + name.Draw(r, "name") + " " + rapid.SampledFrom([]string{"755", "700", "2750", "1777"}).Draw(r, "mode")
	case "link":
		return verb + " " + name.Draw(r, "name") + " " +
			rapid.SampledFrom([]string{"a", "d", "/d", "../a", "nothing", "l", "d/e", "/d/l", ".", ".."}).Draw(r, "target")
	case "write", "private":
		return verb + " " + name.Draw(r, "name") + " " + rapid.SampledFrom([]string{"x", "yy", ""}).Draw(r, "text")
	default:
		return verb + " " + name.Draw(r, "name")
	}
}

// told runs the steps on a new stage and records each result and the final
// state. "plan after" performs the first half and plans the rest.
func told(t *testing.T, kind, name string, steps []string) (out []string) {
	t.Run(name, func(t *testing.T) {
		from := kind
		if kind == "plan after" {
			from = "below"
		}
		s := stages(t)[from](t)
		s.dir = "/"
		for i, step := range steps {
			if kind == "plan after" && i == len(steps)/2 {
				plan := record.New(s.look)
				s.look, s.change = plan.Reader(), plan.Writer()
			}
			out = append(out, step+": "+errno(s.step(t, step)))
		}
		out = append(out, s.below(t, "/")...)
	})
	return out
}

// below lists a directory and its contents.
func (s stage) below(t *testing.T, dir string) (out []string) {
	names, err := s.look.ReadDir(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return dir == "/" && name == "tmp" })
	for _, name := range names {
		file := path.Join(dir, name)
		out = append(out, file+" "+s.seen(t, file))
		if info, err := s.look.Lstat(t.Context(), file); err == nil && info.IsDir() {
			out = append(out, s.below(t, file)...)
		}
	}
	return out
}
