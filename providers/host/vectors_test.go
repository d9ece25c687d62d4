package hosts

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func TestVectors(t *testing.T) {
	data, err := os.ReadFile("../../ral/parsedfile/testdata/host_and_toolkit.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range file.Cases {
		if c.Given.Type != "host" {
			continue
		}
		ran++
		t.Run(c.ID, func(t *testing.T) {
			if c.When.Op == "parse" {
				c.parse(t)
			} else {
				c.apply(t)
			}
		})
	}
	if ran < 25 {
		t.Errorf("only %d cases ran", ran)
	}
}

func (c vector) parse(t *testing.T) {
	file := Format().Parse([]byte(c.Given.Text))
	var got []map[string]string
	var rewritten strings.Builder
	for _, r := range file.Records() {
		got = append(got, described(r))
		line, err := Format().Write(r)
		if err != nil {
			t.Fatal(err)
		}
		rewritten.WriteString(line + "\n")
	}
	var want []map[string]string
	for _, r := range c.Then.Records {
		m := map[string]string{}
		for name, v := range r {
			m[name] = v.plain(t).Inspect()
		}
		want = append(want, m)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(c.Then.Rewritten, rewritten.String()); diff != "" {
		t.Error(diff)
	}
}

func described(r parsedfile.Record) map[string]string {
	m := map[string]string{"record_type": value.Sym(r.Type).Inspect()}
	if len(r.Fields()) == 0 {
		m["line"] = value.Str(r.Line).Inspect()
	}
	for _, name := range r.Fields() {
		m[name] = r.Get(name).Inspect()
	}
	return m
}

func (c vector) apply(t *testing.T) {
	fake := host.NewFake(map[string]string{"/etc/hosts": c.Given.Text})
	s := newStage(t, fake.Look(), fake.Change())
	var got, want []string
	var failed error
	var decls []ral.Decl
	noop := false
	for _, res := range c.Given.Catalog {
		d := ral.Decl{Type: "host", Title: res.Title}
		for name, v := range res.Params {
			d.Attrs = append(d.Attrs, ral.Attr{Name: name, Value: v.plain(t)})
			noop = noop || name == "noop"
		}
		if _, diags := s.env.Build(t.Context(), d); diags.Err() != nil && failed == nil {
			failed = diags.Err()
		}
		decls = append(decls, d)
	}
	if noop {
		s.change = host.NewRecorder(fake.Look()).Change()
	}
	for _, d := range decls {
		if failed != nil {
			break
		}
		changes, err := s.apply(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, changes...)
	}
	if c.Then.Error != nil {
		reason := c.Then.Error.Message[strings.Index(c.Then.Error.Message, ": ")+2:]
		if failed == nil || !strings.Contains(failed.Error(), reason) {
			t.Errorf("got error %v, want %s", failed, reason)
		}
	}
	for _, e := range c.Then.Events {
		if e.Status != "noop" {
			want = append(want, e.Message)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" && !noop {
		t.Error(diff)
	}
	c.compareText(t, fake.Content("/etc/hosts"))
}

// compareText wants Puppet's line where we changed one, and the line as given
// where no resource was concerned: Puppet writes those again too.
func (c vector) compareText(t *testing.T, got string) {
	given := map[string]string{}
	for _, line := range strings.SplitAfter(c.Given.Text, "\n") {
		given[normal(t, line)] = line
	}
	var want []string
	for _, line := range strings.SplitAfter(c.Then.Text, "\n") {
		if strings.HasPrefix(line, "# HEADER") {
			continue
		}
		if asGiven, ok := given[line]; ok {
			line = asGiven
		}
		want = append(want, line)
	}
	for _, line := range strings.SplitAfter(c.Given.Text, "\n") {
		if strings.HasPrefix(line, "# HEADER") {
			got = strings.Replace(got, line, "", 1)
		}
	}
	if diff := cmp.Diff(strings.Join(want, ""), got); diff != "" {
		t.Error(diff)
	}
}

func normal(t *testing.T, line string) string {
	records := Format().Parse([]byte(line)).Records()
	if len(records) != 1 {
		return line
	}
	text, err := Format().Write(records[0])
	if err != nil {
		t.Fatal(err)
	}
	return text + "\n"
}
