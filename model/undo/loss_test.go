package undo_test

import (
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/journal"
	"ralsh/ral/journal/stored"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// What an undo cannot restore is reported by the plan before the change, and by
// the history and the undo in the same words.
func TestLossesAreSaidBeforeTheApply(t *testing.T) {
	for name, c := range map[string]struct {
		decl ral.Decl
		want string // "" for none
	}{
		"a named pipe":      {decl: modeltest.File("/etc/pipe", "ensure", "file"), want: "/etc/pipe was a named pipe, which ralsh cannot create"},
		"one that goes":     {decl: modeltest.File("/etc/pipe", "ensure", "absent"), want: "/etc/pipe was a named pipe, which ralsh cannot create"},
		"a directory":       {decl: modeltest.File("/etc/dir", "ensure", "absent", "force", "true"), want: "the contents of the directory /etc/dir are not saved"},
		"an empty one":      {decl: modeltest.File("/etc/empty", "ensure", "absent", "force", "true")},
		"large content":     {decl: modeltest.File("/etc/large", "content", "x"), want: "the content of /etc/large is not saved: it is too long (16777217 bytes, at most 16777216)"},
		"a large file":      {decl: modeltest.File("/etc/large", "ensure", "absent"), want: "the content of /etc/large is not saved: it is too long (16777217 bytes, at most 16777216)"},
		"its mode":          {decl: modeltest.File("/etc/large", "mode", "0600")},
		"a file":            {decl: modeltest.File("/etc/motd", "content", "x")},
		"one of two names":  {decl: modeltest.File("/etc/one", "content", "x"), want: "/etc/one was hard-linked with 1 other path; undo does not restore the link"},
		"with attributes":   {decl: modeltest.File("/etc/attr", "ensure", "absent"), want: "the extended attributes of /etc/attr are not saved: user.x"},
		"a link for it":     {decl: modeltest.File("/etc/attr", "ensure", "link", "target", "motd"), want: "the extended attributes of /etc/attr are not saved: user.x"},
		"its content":       {decl: modeltest.File("/etc/attr", "content", "x")},
		"its owner":         {decl: modeltest.File("/etc/one", "mode", "0600")},
		"a secret":          {decl: secret(modeltest.File("/etc/motd", "content", "not to be seen")), want: "content: " + stored.ErrSecret.Error()},
		"a host entry":      {decl: raltest.Decl("host", "db1", "ensure", "absent")},
		"what is new there": {decl: modeltest.File("/etc/new", "content", "x")},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{
				"/etc/motd": "before\n", "/etc/hosts": "192.0.2.7\tdb1\n", "/etc/dir/a": "a", "/etc/one": "1\n", "/etc/attr": "a",
				"/etc/large": strings.Repeat("x", stored.Largest+1),
			})
			for _, err := range []error{syscall.Mkfifo(root+"/etc/pipe", 0o600), os.Mkdir(root+"/etc/empty", 0o755), os.Link(root+"/etc/one", root+"/etc/two")} {
				if err != nil {
					t.Fatal(err)
				}
			}
			if os.Getuid() == 0 {
				// The file that replaces it has another owner.
				if err := os.Lchown(root+"/etc/pipe", 1, 1); err != nil {
					t.Fatal(err)
				}
			}
			if err := syscall.Setxattr(root+"/etc/attr", "user.x", []byte("y"), 0); err != nil {
				real.Lacks(t, "extended attributes: %v", err)
			}
			p, err := s.Plan(t.Context(), c.decl)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if c.want != "" {
				want = []string{c.want}
			}
			if diff := cmp.Diff(want, lossTexts(journal.Losses(p.Steps[0]))); diff != "" {
				t.Error("the plan:", diff)
			}
			if rep, err := s.Apply(t.Context(), p, transaction.Options{}); err != nil || !rep.OK() {
				t.Fatalf("%v, %v", err, rep)
			}
			rec, err := s.History.Run(0)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, lossTexts(rec.Losses(&rec.Steps[0]))); diff != "" {
				t.Error("the history:", diff)
			}
			var got []string
			for _, text := range undoLast(t, s) {
				_, text, _ = strings.Cut(text, "] ")
				got = append(got, text)
			}
			if len(got) != len(want) || len(got) > 0 && !strings.HasSuffix(got[0], want[0]) {
				t.Errorf("the undo: %q, want %q", got, want)
			}
		})
	}
}

func secret(d ral.Decl) ral.Decl {
	v, _ := d.Get("content")
	return d.With("content", value.Secret(v))
}

func lossTexts(losses []journal.Loss) (list []string) {
	for _, l := range losses {
		list = append(list, l.Text)
	}
	return list
}
