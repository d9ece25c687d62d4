package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// wishes is a lens for lines such as "anna: a bicycle".
const wishes = `module Wishes =
  autoload xfm
  let entry = [ key /[a-z]+/ . del /:[ \t]*/ ": " . store /[^ \t\n].*/ . del /\n/ "\n" ]
  let lns = entry *
  let xfm = transform lns (incl "/etc/wishes")
`

// A lens of a module edits a file of a format that Augeas does not know.
func TestLensOfModule(t *testing.T) {
	real.Full(t)
	t.Parallel()
	root := real.Tools(t)
	run := inRoot(t, root)
	file := filepath.Join(root, "etc/wishes")
	real.Write(t, file, "anna:  a bicycle\nbert: a book\n", 0o644)
	plan := []string{program, "resource", "augeas", "wish", "context=/files/etc/wishes", "changes=set anna 'a boat'", "--noop"}
	if out, err := run(plan...); err != nil || strings.Contains(out, "need_to_run") {
		t.Fatalf("without the lens: %v\n%s", err, out)
	}
	real.Write(t, filepath.Join(root, "etc/ralsh/environments/production/modules/m/lib/augeas/lenses/wishes.aug"), wishes, 0o644)
	out, err := run(plan...)
	if err != nil || !strings.Contains(out, "need_to_run") || !strings.Contains(out, "write /etc/wishes") {
		t.Fatalf("the plan: %v\n%s", err, out)
	}
	for _, explicit := range [][]string{nil, {"lens=Wishes.lns", "incl=/etc/wishes"}} {
		if out, err := run(append(plan[:len(plan)-1:len(plan)-1], explicit...)...); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if data, err := os.ReadFile(file); err != nil || string(data) != "anna:  a boat\nbert: a book\n" {
			t.Errorf("%v: the file is\n%s", err, data)
		}
		real.Write(t, file, "anna:  a bicycle\nbert: a book\n", 0o644)
	}
	if out, err := run(program, "modules"); err != nil || !strings.Contains(out, "lib/augeas/lenses/wishes.aug  loaded") {
		t.Errorf("%v\n%s", err, out)
	}
}
