package star_test

import (
	"context"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// collected is a type whose notes are files, with a provider that flushes in batches.
const collected = `
def _flush_batch(self, resources):
    said = []
    for res in resources:
        new = res.pending.get("text")
        said.append("%s stays %s" % (res.name, res.found.text) if new == "bad" else None)
        if new != "bad":
            self.fs.write("/notes/" + res.name, new)
    return said if "none" not in [res.name for res in resources] else RESULT

def _flush(self):
    said = _flush_batch(self, [self.res])[0]
    if said:
        fail(said)

newtype("note", attrs = [param("name", namevar = True), prop("text")])
provider("p", type = "note", retrieve = lambda self: {"text": self.fs.read("/notes/" + self.name)},
    set = lambda self, name, value: self.pend(name, value), flush = _flush, flush_batch = _flush_batch)
`

// A resource of a batch that cannot be written has its own error, and the
// others succeed.
func TestFlushBatch(t *testing.T) {
	for _, c := range []struct{ names, result, want string }{
		{"a b c", "[]", "a:  b: b stays old c:  "},
		{"a none", "[None]", "a: t.star:2:1: flush_batch returned a list; it must return None, or a list with a string or None for each resource none: t.star:2:1: flush_batch"},
		{"a none", "[None, 7]", "a:  none: t.star:2:1: flush_batch returned a number; it must return a string or None"},
		{"a none", "None", "a:  none:  "},
	} {
		fake := fakehost.New(map[string]string{"/notes/a": "old", "/notes/b": "old", "/notes/c": "old", "/notes/none": "old"})
		env := environment(t, strings.ReplaceAll(collected, "RESULT", c.result), fake.Reader())
		var decls []ral.Decl
		for name := range strings.FieldsSeq(c.names) {
			text := "new"
			if name == "b" {
				text = "bad"
			}
			decls = append(decls, ral.Decl{Type: "note", Title: name, Attrs: attrs("text", text)})
		}
		rep, err := transaction.Run(t.Context(), env, decls, fake.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range rep.Steps {
			got += s.Resource.Title + ": "
			if err := s.Changes[0].Err; err != nil {
				got += err.Error()[strings.LastIndex(err.Error(), ": ")+1:]
			} else if s.Err != nil {
				got += s.Err.Error()
			}
			got += " "
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.result, got, c.want)
		}
		if fake.Content("/notes/a") != "new" || fake.Content("/notes/b") != "old" {
			t.Errorf("%s: a is %q, b is %q", c.result, fake.Content("/notes/a"), fake.Content("/notes/b"))
		}
	}
}

// A value that was read gets the same form as a declared one; a rejection is
// reported. An instance has findings.
func TestCanonical(t *testing.T) {
	const text = `
def _size(value, self):
    if self.res.unit == "word" and not value.startswith("w"):
        fail("%s is no word" % value)

def _instances(self):
    found = []
    for line in self.fs.read("/sizes").splitlines():
        name, size = line.split(" ")
        one, refused = self.canonical("size", size, unit = "word")
        many, _ = self.canonical("size", [size.upper(), size], unit = "number")
        found.append({"name": self.canonical("name", name)[0], "size": refused or one, "all": many, "findings": [refused] if refused else []})
    return found

newtype("thing", attrs = [param("unit"), param("name", namevar = True, munge = lambda value: value.lower()),
    prop("size", validate = _size, munge = lambda value: value.lower()), prop("all", array_matching = "all")])
provider("p", type = "thing", instances = _instances, prefetch = lambda self, resources: self.canonical("size", "w") and None,
    retrieve = lambda self: {"size": self.canonical(self.name, "w")[0]}, set = lambda self, name, value: None)
`
	fake := fakehost.New(map[string]string{"/sizes": "One wXL\nTWO big\n"})
	env := environment(t, text, fake.Reader())
	var got []string
	env.List(t.Context(), env.Registry.Type("thing"), func(ev onhost.ListEvent) {
		if ev.Err != nil {
			t.Error(ev.Err)
		}
		for _, inst := range ev.Found {
			got = append(got, inst.Name+" "+inst.Get("size").Text()+" "+inst.Get("all").Inspect()+" "+strings.Join(inst.Findings(), ";"))
		}
	})
	if want := `one wxl ["wxl", "wxl"] |two big is no word ["big", "big"] big is no word`; strings.Join(got, "|") != want {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "|"), want)
	}
	for title, want := range map[string]string{"size": "", "siz": "canonical: unknown attribute \"siz\" of type thing (did you mean \"size\"?)"} {
		rep, err := transaction.Run(t.Context(), env, []ral.Decl{{Type: "thing", Title: title, Attrs: attrs("size", "w")}}, fake.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := rep.Steps[0].Err; want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", title, err, want)
		}
	}
}

// A command that does not raise reports the error; a plan assumes success.
func TestCommandFailure(t *testing.T) {
	const text = `
def _set(self, name, value):
    why = self.cmd.tool("first", raises = False).failure
    self.cmd.tool("second", why or "well")

newtype("thing", attrs = [param("name", namevar = True), prop("p")])
provider("p", type = "thing", commands = {"tool": "tool"}, retrieve = lambda self: {"p": "old"}, set = _set)
`
	fake := fakehost.New(nil)
	fake.Command("/usr/bin/tool")
	fake.Handle("tool", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] == "first" {
			return host.Result{Exit: 3, Stderr: []byte("no luck\n")}
		}
		return host.Result{}
	})
	env := environment(t, text, fake.Reader())
	plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{{Type: "thing", Title: "x", Attrs: attrs("p", "new")}})
	if err != nil {
		t.Fatal(err)
	}
	acts := plan.Steps[0].Acts()
	if len(acts) != 2 || acts[1].String() != "$ /usr/bin/tool second well" || len(fake.Ran()) != 0 {
		t.Errorf("planned %v, ran %v", acts, fake.Ran())
	}
	if _, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{}); err != nil {
		t.Fatal(err)
	}
	if ran := fake.Ran(); len(ran) != 2 || !strings.Contains(ran[1].Args[1], "no luck") {
		t.Errorf("ran %v", ran)
	}
}

// Prefetched state is read again after another provider changed the host.
func TestReadAheadIsForgotten(t *testing.T) {
	const text = `
def _ahead(self, resources = None):
    if "text" not in self.state:
        self.state["text"] = self.fs.read("/text")
def _retrieve(self):
    _ahead(self)
    return {"text": self.state["text"]}
newtype("reader", attrs = [param("name", namevar = True), prop("text")])
newtype("writer", attrs = [param("name", namevar = True), prop("text")])
provider("p", type = "reader", prefetch = _ahead, retrieve = _retrieve, set = lambda self, name, value: fail("not in sync"))
provider("p", type = "writer", retrieve = lambda self: {"text": "unlike"}, set = lambda self, name, value: self.fs.write("/text", value))
`
	fake := fakehost.New(map[string]string{"/text": "old"})
	env := environment(t, text, fake.Reader())
	var decls []ral.Decl
	for _, d := range []struct{ typ, title, text string }{{"reader", "one", "old"}, {"writer", "w", "new"}, {"reader", "two", "new"}} {
		decls = append(decls, ral.Decl{Type: d.typ, Title: d.title, Attrs: attrs("text", d.text)})
	}
	rep, err := transaction.Run(t.Context(), env, decls, fake.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*transaction.Step{rep.Steps[0], rep.Steps[2]} {
		if len(s.Changes) > 0 || s.Err != nil {
			t.Errorf("%s: %v %v", s.Ref(), s.Changes, s.Err)
		}
	}
}
