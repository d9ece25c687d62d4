package ruby_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// adds is a module whose provider adds lines to a file, and reads it each time.
var adds = map[string]string{
	"puppet/type/adds.rb": `
Puppet::Type.newtype(:adds) do
  ensurable
  newparam(:name, namevar: true)
end`,
	"puppet/provider/adds/ruby.rb": `
Puppet::Type.type(:adds).provide(:ruby) do
  def file; resource[:name] == 'other' ? '/srv/other' : '/srv/list'; end
  def lines; File.readlines(file, chomp: true); end
  def exists?; lines.include?(resource[:name]); end
  def create; File.write(file, (lines + [resource[:name]]).join("\n") + "\n"); end
end`,
}

// TestChangedOutside changes a file in a different way after each resource of a provider
// that also changes it, or has changed it before another file: the next resource sees that
// change and keeps it.
func TestChangedOutside(t *testing.T) {
	if !inside(t) {
		return
	}
	for file, text := range adds {
		writeFile(t, "/srv/adds/lib/"+file, text)
	}
	writeFile(t, "/srv/list", "first\n")
	writeFile(t, "/srv/other", "")
	f := facts.New(local.Machine().Reader())
	b := open(t, []ruby.Module{{Name: "adds", Path: "/srv/adds"}}, f)
	d, err := b.Describe(t.Context(), "adds")
	if err != nil {
		t.Fatal(err)
	}
	reg := ral.NewRegistry()
	typ, providers := b.Type(d, ral.Origin{File: d.File})
	reg.Add(typ, providers...)
	env := onhost.NewEnv(reg, local.Machine().Reader(), f)
	var decls []ral.Decl
	for _, name := range []string{"a", "b", "c", "d", "other", "e"} {
		decls = append(decls, reading("adds", name, "ensure", "present"))
	}
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil {
		t.Fatal(err)
	}
	outside := []func(){
		func() { // as an editor
			writeFile(t, "/srv/list.new", readFile(t, "/srv/list")+"renamed\n")
			if err := os.Rename("/srv/list.new", "/srv/list"); err != nil {
				t.Error(err)
			}
		},
		func() { writeFile(t, "/srv/list", readFile(t, "/srv/list")+"appended\n") },
		func() { writeFile(t, "/srv/list", strings.Replace(readFile(t, "/srv/list"), "first", "FIRST", 1)) },
		func() {},
		func() { writeFile(t, "/srv/list", readFile(t, "/srv/list")+"late\n") },
	}
	rep, err := plan.Apply(t.Context(), local.Machine().Writer(), transaction.Options{Emit: func(ev transaction.Event) {
		if _, done := ev.(transaction.PropertyDone); done && len(outside) > 0 {
			outside[0]()
			settle(t)
			outside = outside[1:]
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range rep.Steps {
		if s.Status != transaction.Changed {
			t.Errorf("%s: %v, %v", s.Ref(), s.Status, s.Err)
		}
	}
	if got, want := readFile(t, "/srv/list"), "FIRST a renamed b appended c d late e"; strings.Join(strings.Fields(got), " ") != want {
		t.Errorf("left %q, want the lines %q", got, want)
	}
}

// settle returns when the next file is written so much later than the last that a change
// does not compare both.
func settle(t *testing.T) {
	t.Helper()
	const recent = 50 * time.Millisecond // as in package confined
	before, err := os.Stat("/srv/list")
	if err != nil {
		t.Fatal(err)
	}
	for {
		writeFile(t, "/srv/clock", "")
		now, err := os.Stat("/srv/clock")
		if err != nil {
			t.Fatal(err)
		}
		if now.ModTime().Sub(before.ModTime()) > 2*recent {
			return
		}
	}
}
