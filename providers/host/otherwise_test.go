package hosts

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/transaction"
)

// A write that differs from the plan is reported, because another process had
// changed the rest of the file.
func TestWrittenOtherwise(t *testing.T) {
	const before = "# a\n10.0.0.1 aa\n10.0.0.2 bb\n"
	decls := []ral.Decl{decl("aa", text("ip", "10.0.0.5")), decl("bb", text("ip", "10.0.0.6"))}
	for name, c := range map[string]struct {
		meanwhile string
		want      []string
	}{
		"as planned":        {before, nil},
		"another line":      {before + "10.0.0.3 cc\n", []string{"write /etc/hosts, 40 -> 40 bytes, by rename, mode 0644"}},
		"as long as before": {"# b" + before[3:], []string{"write /etc/hosts, 28 -> 28 bytes, by rename, mode 0644"}},
	} {
		t.Run(name, func(t *testing.T) {
			fake, env := world(t, map[string]string{hostsFile: before})
			plan, err := transaction.NewPlan(t.Context(), env, decls)
			if err != nil {
				t.Fatal(err)
			}
			fake.Put(hostsFile, c.meanwhile, 0o644)
			rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
			if err != nil || !rep.OK() {
				t.Fatal(err, acts(rep.Steps))
			}
			var got []string
			for _, s := range rep.Steps {
				for _, act := range s.OffPlan {
					got = append(got, act.String())
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
