package star_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
	"ralsh/ral/modules/star"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// notes is a type of lines "name=text" in a file, with a provider of each
// style.
const notes = `
def _lines(self):
    return [line.partition("=") for line in self.fs.read("/notes", missing = "").splitlines()]

def _instances(self):
    return [{"name": l[0], "ensure": "present", "text": l[2], "from": "/notes"} for l in _lines(self)]

def _retrieve(self):
    for l in _lines(self):
        if l[0] == self.name:
            return {"text": l[2]}
    return None

def _store(self, text):
    keep = [l[0] + "=" + l[2] + "\n" for l in _lines(self) if l[0] != self.name]
    if text != None:
        keep.append(self.name + "=" + text + "\n")
    self.fs.write("/notes", "".join(keep), mode = "0600")

def _flush(self):
    ensure = self.pending.get("ensure", self.found.ensure)
    _store(self, None if ensure == absent else self.pending.get("text", self.found.text))

newtype("note", attrs = [param("name", namevar = True), ensurable(), prop("text")])
provider("direct", type = "note", source = "file", defaultfor = {"kernel": "Linux"},
    instances = _instances, retrieve = _retrieve,
    create = lambda self: _store(self, self.res.text), destroy = lambda self: _store(self, None),
    setters = {"text": lambda self, value: _store(self, value)})
provider("hash", type = "note", source = "file", instances = _instances, flush = _flush)
provider("getters", type = "note", source = "file",
    exists = lambda self: _retrieve(self) != None, get = lambda self, name: (_retrieve(self) or {}).get(name, absent),
    create = lambda self: _store(self, self.res.text), destroy = lambda self: _store(self, None),
    set = lambda self, name, value: _store(self, value))
`

// Providers of each style create, change, find in sync and remove a resource,
// and a plan writes nothing.
func TestProvider(t *testing.T) {
	for _, provider := range []string{"direct", "hash", "getters"} {
		t.Run(provider, func(t *testing.T) {
			fake := fakehost.New(map[string]string{"/notes": "other=kept\n"})
			env := environment(t, notes, fake.Reader())
			for _, step := range []struct {
				attrs   []ral.Attr
				changes bool
				want    string
			}{
				{attrs("ensure", "present", "text", "one"), true, "other=kept\nn=one\n"},
				{attrs("ensure", "present", "text", "two"), true, "other=kept\nn=two\n"},
				{attrs("ensure", "present", "text", "two"), false, "other=kept\nn=two\n"},
				{attrs("ensure", "absent"), true, "other=kept\n"},
			} {
				d := ral.Decl{Type: "note", Title: "n", Provider: provider, Attrs: step.attrs}
				before := read(t, fake)
				plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{d})
				if err != nil {
					t.Fatal(err)
				}
				if after := read(t, fake); after != before {
					t.Fatalf("planning wrote %q", after)
				}
				if changes := len(plan.Steps[0].Changes) > 0; changes != step.changes {
					t.Errorf("changes planned: %v, want %v", changes, step.changes)
				}
				if _, err := transaction.Run(t.Context(), env, []ral.Decl{d}, fake.Writer(), transaction.Options{}); err != nil {
					t.Fatal(err)
				}
				if got := read(t, fake); got != step.want {
					t.Fatalf("/notes is %q, want %q", got, step.want)
				}
			}
		})
	}
}

func read(t *testing.T, fake *fakehost.Host) string {
	t.Helper()
	data, err := fake.Reader().ReadFile(t.Context(), "/notes")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestListing(t *testing.T) {
	fake := fakehost.New(map[string]string{"/notes": "a=x\nb=y\n"})
	env := environment(t, notes, fake.Reader())
	var names []string
	env.List(t.Context(), env.Registry.Type("note"), func(e onhost.ListEvent) {
		if e.Err != nil {
			t.Error(e.Err)
		}
		for _, inst := range e.Found {
			names = append(names, inst.Name+":"+inst.Get("text").Text()+":"+inst.From)
		}
	})
	if got := strings.Join(names, " "); got != "a:x:/notes b:y:/notes" {
		t.Errorf("listed %s", got)
	}
}

// A write in a hook that only reads is an error with the position.
func TestWritingWhileLooking(t *testing.T) {
	for _, c := range []struct{ hook, want string }{
		{`retrieve = lambda self: self.fs.write("/x", "")`, "t.star:4:48: fs.write(/x) is not allowed: it changes the host"},
		{`retrieve = lambda self: self.fs.remove("/x")`, "t.star:4:49: fs.remove(/x) is not allowed: it changes the host"},
		{`retrieve = lambda self: self.cmd.tool("set", "x")`, "t.star:4:48: tool set x is not allowed: this hook may only read, and the command does not declare the call in looks"},
		{`retrieve = lambda self: self.pend("p", "x")`, "t.star:4:44: pend is not allowed: it changes the host"},
		{`retrieve = lambda self: self.cmd.tool("get", None)`, "t.star:4:48: cmd.tool: argument 2 is None (Widget[n])"},
		{`retrieve = lambda self: self.cmd.tool("get", secret("x"))`, "t.star:4:48: cmd.tool: a secret cannot be an argument, because every user can read the arguments of a process: use stdin (Widget[n])"},
		{`retrieve = lambda self: self.cmd.tol("x")`, "t.star:4:43: undeclared command \"tol\" (did you mean \"tool\"?)"},
	} {
		fake := fakehost.New(map[string]string{"/x": "kept"})
		fake.Command("/usr/bin/tool")
		fake.Handle("tool", func(context.Context, *fakehost.Host, host.Command) host.Result { return host.Result{} })
		env := environment(t, widget(`prop("p")`)+`provider("p", type = "widget", commands = {"tool": command("tool", looks = [["get"]])}, set = lambda self, n, v: None, `+"\n"+
			strings.Repeat(" ", 10)+c.hook+")", fake.Reader())
		r, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: attrs("p", "v")})
		if diags.Err() != nil {
			t.Fatal(diags)
		}
		_, err := onhost.NewRun(env, fake.Reader()).Retrieve(t.Context(), r)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.hook, err, c.want)
		}
		if data, _ := fake.Reader().ReadFile(t.Context(), "/x"); string(data) != "kept" {
			t.Errorf("%s changed the host", c.hook)
		}
	}
}

// A command line that was written as one argument matches no call.
func TestCommandInOneWord(t *testing.T) {
	for code, want := range map[string]string{
		`looks = ["config --file F --list"]`:   `command: looks: "config --file F --list" is a single argument; write a list of arguments: ["config", "--file", "F", "--list"]`,
		`looks = [["config --list"]]`:          `command: looks: "config --list" is a single argument; write a list of arguments: ["config", "--list"]`,
		`root = ["-R {root}"]`:                 `command: root: "-R {root}" is a single argument; write a list of arguments: ["-R", "{root}"]`,
		`looks = [["-c", "select 1"], "list"]`: "",
	} {
		text := `fact("f", lambda self: 1, commands = {"tool": command("tool", ` + code + `)})`
		_, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(text)})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}

// A self that was kept from an earlier call gives no access to the host.
func TestSelfEndsWithItsCall(t *testing.T) {
	fake := fakehost.New(map[string]string{"/x": "kept"})
	env := environment(t, widget(`ensurable(), prop("p")`)+`
def _set(self, name, value):
    self.state["kept"] = self
def _retrieve(self):
    if "kept" in self.state:
        self.state["kept"].fs.write("/x", "")
    return {"p": "old"}
provider("p", type = "widget", set = _set, retrieve = _retrieve)`, fake.Reader())
	r, _ := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: attrs("p", "v")})
	run := onhost.NewRun(env, fake.Reader())
	if err := run.Ops(r.Provider).Set(t.Context(), fake.Writer(), r, "p", value.Str("v")); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Retrieve(t.Context(), r); err == nil || !strings.Contains(err.Error(), "this self belongs to a call that ended") {
		t.Errorf("the kept self: %v", err)
	}
}

// Commands: queries run in every phase, a plan records others, secrets are
// passed on standard input and never as arguments.
func TestCommands(t *testing.T) {
	const text = `
def _create(self):
    known = self.cmd.tool("get", self.name).lines
    self.cmd.tool("set", self.name, known, stdin = self.res.password)

newtype("account", attrs = [param("name", namevar = True), ensurable(), prop("password", sensitive = True)])
provider("p", type = "account", commands = {"tool": command("tool", looks = [["get"]])},
    exists = lambda self: self.cmd.tool("get", self.name, ok = [0, 1]).status == 0,
    get = lambda self, name: absent, create = _create, set = lambda self, name, value: self.cmd.tool("set", value),
    destroy = lambda self: self.cmd.tool("ask").out)
`
	fake := fakehost.New(nil)
	fake.Command("/usr/bin/tool")
	fake.Handle("tool", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] == "get" {
			there, _ := f.Reader().Exists(t.Context(), "/done")
			if there {
				return host.Result{Stdout: []byte("a\nb\n")}
			}
			return host.Result{Exit: 1}
		}
		f.Put("/done", strings.Join(cmd.Args, " ")+" "+string(cmd.Stdin), 0o644)
		return host.Result{}
	})
	env := environment(t, text, fake.Reader())
	r, _ := env.Build(t.Context(), ral.Decl{Type: "account", Title: "n", Attrs: attrs("ensure", "present", "password", "geheim")})
	ops := onhost.NewRun(env, fake.Reader()).Ops(r.Provider)
	rd := fake.Reader().Allow(r.Provider.Queries("/")...)
	if there, err := ops.Exists(t.Context(), rd, r); there || err != nil {
		t.Errorf("exists: %v %v", there, err)
	}
	wr := fake.Writer().Allow(r.Provider.Queries("/")...)
	if err := ops.Create(t.Context(), wr, r); err == nil || !strings.Contains(err.Error(), "t.star:3:26: ") {
		t.Errorf("a query that fails: %v", err)
	}
	fake.Put("/done", "", 0o644)
	if err := ops.Create(t.Context(), wr, r); err != nil {
		t.Error(err)
	}
	if data, _ := fake.Reader().ReadFile(t.Context(), "/done"); string(data) != "set n a b geheim" {
		t.Errorf("the tool was given %q", data)
	}
	err := ops.Set(t.Context(), wr, r, "password", value.Secret(value.Str("geheim")))
	if err == nil || !strings.Contains(err.Error(), "a secret cannot be an argument") || strings.Contains(err.Error(), "geheim") {
		t.Errorf("a secret argument: %v", err)
	}
	rec := record.New(fake.Reader())
	if err := ops.Destroy(t.Context(), rec.Writer().Allow(r.Provider.Queries("/")...), r); !errors.Is(err, host.ErrNotRun) {
		t.Errorf("the output of a command that a plan does not run: %v", err)
	}
}
