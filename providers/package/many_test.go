package pkg

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/providers/package/dpkgdb"
	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// wanted declares packages, each as "name ensure [attribute value ...]".
func wanted(lines ...string) []ral.Decl {
	var decls []ral.Decl
	for _, line := range lines {
		words := strings.Fields(line)
		d := ral.Decl{Type: "package", Title: words[0], Provider: "apt"}
		words[0] = "ensure"
		for pair := range slices.Chunk(words, 2) {
			d.Attrs = append(d.Attrs, ral.Attr{Name: pair[0], Value: value.Str(pair[1])})
		}
		decls = append(decls, d)
	}
	return decls
}

func aptCommands(steps []*transaction.Step) []string {
	var list []string
	for _, s := range steps {
		line := s.Decl.Title + " " + s.Status.String()
		for _, act := range s.Acts() {
			line += " | " + strings.TrimPrefix(act.String(), "$ ")
		}
		if s.BatchLeader != nil {
			line += ", with " + s.BatchLeader.Decl.Title
		}
		list = append(list, line)
	}
	return list
}

func TestAptGroups(t *testing.T) {
	repo := map[string][]string{
		"aa": {"1.0"}, "bb": {"1.0", "2.0"}, "cc": {"1.0"}, "breaks": {"1.0"}, "held": {"1:2.0-1", "1:3.0-1"}, "left": {"1.0"},
	}
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  []string
	}{
		"several at once": {
			wanted("aa present", "bash present", "bb 1.0", "cc latest"),
			[]string{"aa changed | " + install + "install aa bb=1.0 cc", "bash in_sync", "bb changed, with aa", "cc changed, with aa"},
		},
		"a range names its version": {
			wanted("aa present", "bb >=1.5"),
			[]string{"aa changed | " + install + "install aa bb=2.0", "bb changed, with aa"},
		},
		"each verb by itself": {
			wanted("aa present", "bash absent", "exim4-daemon-light absent", "left purged"),
			[]string{
				"aa changed | " + install + "install aa", "bash changed | /usr/bin/apt-get -q -y remove bash exim4-daemon-light",
				"exim4-daemon-light changed, with bash", "left changed | /usr/bin/apt-get -q -y purge left",
			},
		},
		"what is held is done alone": {
			wanted("aa present", "held latest", "bb present", "cc present"),
			[]string{
				"aa changed | " + install + "install aa",
				"held changed | " + install + "--allow-change-held-packages install held | /usr/bin/apt-mark hold held",
				"bb changed | " + install + "install bb cc", "cc changed, with bb",
			},
		},
		"other options are another command": {
			wanted("aa present", "bb present configfiles replace", "cc present"),
			[]string{
				"aa changed | " + install + "install aa",
				"bb changed | " + strings.Replace(install, "confold", "confnew", 1) + "install bb", "cc changed | " + install + "install cc",
			},
		},
		"a failure is judged alone": {
			wanted("aa present", "breaks present", "cc present"),
			[]string{"aa changed | " + install + "install aa breaks cc", "breaks failed, with aa", "cc failed, with aa"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := on(t, debian(nil, repo), debianFacts)
			plan, err := transaction.NewPlan(t.Context(), h.env, c.decls)
			if err != nil {
				t.Fatal(err)
			}
			planned := strings.NewReplacer(" planned", " changed").Replace(strings.Join(aptCommands(plan.Steps), "\n"))
			rep, err := plan.Apply(t.Context(), h.f.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, aptCommands(rep.Steps)); diff != "" {
				t.Errorf("apply: %s", diff)
			}
			if diff := cmp.Diff(strings.ReplaceAll(strings.Join(c.want, "\n"), " failed", " changed"), planned); diff != "" {
				t.Errorf("plan: %s", diff)
			}
		})
	}
}

// One real apt-get installs several packages. If it fails, the error contains dpkg's
// message.
func TestAptGroupsOnRealRoot(t *testing.T) {
	real.Need(t, "apt below another root", "apt-get", "dpkg")
	root := real.Chroot(t)
	same := map[string]string{"/usr/share/clash": "x\n"}
	real.AptRepo(t, root,
		real.Deb{Name: "one", Version: "1.0"}, real.Deb{Name: "two", Version: "1.0", Files: same},
		real.Deb{Name: "three", Version: "1.0"}, real.Deb{Name: "four", Version: "1.0"},
		real.Deb{Name: "clash", Version: "1.0", Files: same}, real.Deb{Name: "five", Version: "1.0"},
	)
	fromOutside(t, root)
	h := raltest.Below(t, root)
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, h.Reader(), raltest.Facts(debianFacts))
	apply := func(decls ...ral.Decl) *transaction.Report {
		t.Helper()
		plan, err := transaction.NewPlan(t.Context(), env, decls)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := plan.Apply(t.Context(), h.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	told := func(rep *transaction.Report) string {
		var list []string
		for _, s := range rep.Steps {
			runs := 0
			for _, d := range s.Results {
				if strings.HasSuffix(d.Act.Path, "apt-get") {
					runs++
				}
			}
			list = append(list, s.Decl.Title+" "+s.Status.String()+strings.Repeat(" apt-get", runs))
		}
		return strings.Join(list, ", ")
	}
	if got := told(apply(wanted("one present", "two 1.0", "three latest")...)); got != "one changed apt-get, two changed, three changed" {
		t.Error(got)
	}
	rep := apply(wanted("four present", "clash present", "five present")...)
	text, err := os.ReadFile(root + dpkgdb.StatusFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range rep.Steps {
		there := strings.Contains(string(text), "Package: "+s.Decl.Title+"\nStatus: install ok installed\n")
		if s.Decl.Title == "clash" && there || there != (s.Status == transaction.Changed) {
			t.Errorf("%s is %s, and dpkg says %t", s.Ref(), s.Status, there)
		}
	}
	if got := told(rep); !strings.Contains(got, "clash failed") || strings.Count(got, "apt-get") != 1 {
		t.Error(got)
	}
}
