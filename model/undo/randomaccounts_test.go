package undo_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/transaction/graph"
)

// Random runs of users and groups: what is planned without a blocked step succeeds, and
// the undo restores the accounts.
func TestUndoOfRandomAccounts(t *testing.T) {
	if !real.Inside(t, nil) {
		return
	}
	shell(t, "printf 'USERGROUPS_ENAB yes\n' >/etc/login.defs; cp -a /etc /srv/etc")
	rng := rand.New(rand.NewPCG(3, 14))
	for round := range 100 {
		shell(t, "cd /srv/etc && cp -a passwd group shadow gshadow subuid subgid /etc/")
		ready := randomReady(rng)
		shell(t, strings.Join(append(ready, ":"), "; "))
		decls := randomAccounts(rng)
		undoAccounts(t, fmt.Sprintf("round %d\n%s\n%s", round, strings.Join(ready, "\n"), decls), decls)
	}
}

// accountLines are the accounts, without passwords and the order of lines and members.
const accountLines = `cut -d: -f1,3- /etc/passwd | sort; sort /etc/group | awk -F: '{ n = split($4, m, ","); s = "";
	for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (m[i] > m[j]) { x = m[i]; m[i] = m[j]; m[j] = x }
	for (i = 1; i <= n; i++) s = s "," m[i]; print $1, $3, s }'`

func undoAccounts(t *testing.T, name, decls string) {
	t.Helper()
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, local.Machine())
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	before := shell(t, accountLines)
	in, err := manifest.Read("x.pp", []byte(decls))
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Plan(t.Context(), in.Decls(reg)...)
	if _, ok := errors.AsType[*graph.CycleError](err); ok {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	rep, err := s.Apply(t.Context(), p, transaction.Options{})
	if err != nil || !rep.OK() && !slices.ContainsFunc(p.Steps, func(step *transaction.Step) bool {
		return step.LeftOut() != "" || slices.ContainsFunc(step.Changes, func(c transaction.Change) bool { return c.Err != nil })
	}) {
		t.Fatalf("%s\n%v, %s", name, err, failures(rep))
	}
	if shell(t, accountLines) == before {
		return
	}
	u, err := s.Undo(t.Context(), 0)
	if err != nil {
		t.Fatalf("%s\n%v", name, err)
	}
	if rep, err := s.ApplyUndo(t.Context(), u, transaction.Options{}); err != nil || !rep.OK() || !u.Complete() {
		t.Fatalf("%s\n%v, %s, %v", name, err, failures(rep), u.NotUndoable)
	}
	if d := cmp.Diff(before, shell(t, accountLines)); d != "" {
		t.Fatalf("%s\n%s", name, d)
	}
	for _, step := range p.Steps {
		if step.UndoRefused != "" {
			t.Errorf("%s\nthe plan says that the undo of %s is rejected: %s", name, step.Ref(), step.UndoRefused)
		}
	}
}

// failures returns the errors of a run.
func failures(rep *transaction.Report) (list []string) {
	for _, step := range rep.Steps {
		for _, c := range step.Changes {
			if c.Err != nil {
				list = append(list, step.Ref()+": "+c.Text)
			}
		}
	}
	return list
}

func randomReady(rng *rand.Rand) (list []string) {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	for _, group := range []string{"g1", "g2", "u1"} {
		if rng.IntN(2) == 0 {
			list = append(list, "groupadd -g "+pick("1001", "1002", "1003", "1005")+" "+group)
		}
	}
	for _, user := range []string{"u1", "u2", "u3"} {
		if rng.IntN(2) == 0 {
			list = append(list, "useradd -u "+pick("1001", "1002", "1003", "1004")+pick("", "", " -g users", " -G users", " -G adm", " -G users,adm")+" "+user)
		}
	}
	for i := range list {
		list[i] += " 2>/dev/null" // a number may be taken
	}
	return list
}

func randomAccounts(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	names := []string{"user u1", "user u2", "user u3", "group u1", "group g1", "group g2", "group u2"}
	rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var list []string
	for _, name := range names[:1+rng.IntN(4)] {
		typ, title, _ := strings.Cut(name, " ")
		ensure := pick("present", "present", "absent")
		attrs := []string{"ensure => " + ensure}
		add := func(text string) {
			if ensure == "present" && rng.IntN(5) < 2 {
				attrs = append(attrs, text)
			}
		}
		if typ == "user" {
			add("uid => " + pick("1001", "1002", "1003", "1006"))
			add("gid => " + pick("users", "g1", "u1", "adm"))
			add("groups => [" + pick("adm", "g1", "users") + "]" + pick("", ", membership => inclusive"))
		} else {
			add("gid => " + pick("1001", "1002", "1003", "1006"))
			add("members => [" + pick("u1", "u2", "root") + "]" + pick("", ", auth_membership => true"))
		}
		list = append(list, fmt.Sprintf("%s { '%s': %s }", typ, title, strings.Join(attrs, ", ")))
	}
	return strings.Join(list, pick("\n", " -> ")) + "\n"
}
