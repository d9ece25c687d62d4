package modules_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"ralsh/ral/host/local"
	"ralsh/ral/modules"
)

// tested returns the parts of a module's suites that do not hold, and why a module is
// not tested.
func tested(t *testing.T, files tree, real bool) string {
	t.Helper()
	var b strings.Builder
	findings, err := modules.Test(t.Context(), "/etc/modules/m", modules.TestOptions{
		Options: modules.Options{Base: builtin(t)}, Host: files.fake().Host, Real: real,
		Each: func(p modules.TestPart) {
			for _, text := range p.Errors {
				b.WriteString(p.Suite + " " + p.Part + " " + strings.TrimPrefix(p.Place, "/etc/modules/m/") + ": " + text + "\n")
			}
			if p.Skipped != "" {
				b.WriteString(p.Suite + " not run: " + p.Skipped + "\n")
			}
		},
	})
	for _, f := range findings {
		b.WriteString(strings.TrimPrefix(f.Pos, "/etc/modules/m/") + ": " + f.Message + "\n")
	}
	if err != nil {
		b.WriteString(err.Error())
	}
	return b.String()
}

// A broken law is reported with its name and the place of the case.
func TestModuleTest(t *testing.T) {
	const thing = `newtype("thing", doc = "d", attrs = [param("name", doc = "d", namevar = True), ensurable("d"), prop("size", doc = "d", munge = lambda value: str(value))])
`
	const helpers = `
def _path(self): return "/etc/things/" + self.name
def _read(self):
    text = self.fs.read(_path(self), missing = None)
    return None if text == None else {"size": text}
def _list(self):
    return [{"name": n, "size": self.fs.read("/etc/things/" + n)} for n in (self.fs.list("/etc/things") if self.fs.exists("/etc/things") else [])]
def _write(self, value = None):
    self.fs.write(_path(self), value or self.res.size or "0")
def _twice(self, value):
    self.state["n"] = self.state.get("n", 0) + 1
    _write(self, value)
def _remove(self): self.fs.remove(_path(self))
provider("p", type = "thing", doc = "d", `
	const good = `retrieve = _read, instances = _list, create = _write, destroy = _remove, setters = {"size": _write}`
	const one = `case("a", create = {"size": "1"}, changes = {"size": "2"}, remove = "absent")`
	for _, c := range []struct{ name, hooks, suite, want string }{
		{"good", good, "cases = [" + one + "]", ""},
		{
			"a peer", strings.Replace(good, "create = _write", `create = lambda self: _write(self, [p.size if p else "no peer" for p in [self.peer("thing", "other")]][0])`, 1),
			`cases = [case("a", create = {"size": "5"}, peers = [resource("thing", "other", size = "5")], remove = "absent")], not_covered = {"size": "x"}`, "",
		},
		{"no such peer", strings.Replace(good, "create = _write", `create = lambda self: _write(self, self.peer("thing", "other").size)`, 1), "cases = [" + one + "]", "NoneType has no .size field or method"},
		{"a case of what is there", good, `files = {"/etc/things/b": "7"}, cases = [` + one + `, case("b", changes = {"size": "8"})]`, ""},
		{
			"the listing lies", strings.Replace(good, "_list", `lambda self: [i | {"size": "9"} for i in _list(self)]`, 1), "cases = [" + one + "]",
			"thing/p a test/t.star:1:34: a listing and a retrieval agree: size: the listing reads \"9\", the retrieval reads \"1\"",
		},
		{"the listing leaves it out", strings.Replace(good, "_list", "lambda self: []", 1), "cases = [" + one + "]", "a listing and a retrieval agree: the listing does not contain a"},
		{
			"a file hides the others", strings.Replace(good, "_list", `lambda self: [self.fs.read("/etc/extra", missing = None)] and _list(self)`, 1),
			`files = {"/etc/things/b": "7"}, cases = [` + one + "]",
			"thing/p a source that cannot be read test/t.star:1:6: an unreadable source does not hide other sources: the listing does not contain b (from \"\") if /etc/extra cannot be read: ",
		},
		{"nothing is removed", strings.Replace(good, "_remove", "lambda self: None", 1), "cases = [" + one + "]", "an apply runs the planned actions: remove: Thing[a]: did not take"},
		{"another value is written", strings.Replace(good, `{"size": _write}`, `{"size": lambda self, value: _write(self, value + "0")}`, 1), "cases = [" + one + "]", "did not take"},
		{"a look that changes", strings.Replace(good, "_read", `lambda self: self.fs.write("/etc/x", "y")`, 1), "cases = [" + one + "]", "lib/ral/provider/thing/p.star:14:79: fs.write(/etc/x) is not allowed: it changes the host, and this hook may only read"},
		{"a property without a case", good, `cases = [case("a", create = {"size": "1"}, remove = "absent")]`, "thing/p every property test/t.star:1:6: a case changes every property: no case changes size: add a case, or give the reason in not_covered\n"},
		{"a reason that is none", good, `not_covered = {"size": "x"}, cases = [` + one + "]", "remove size from not_covered: a case changes it, or it is not writable"},
		{
			"many cost more", `commands = {"tool": command("tool", looks = [["show"]])}, instances = lambda self: [{"name": str(i), "size": self.cmd.tool("show", str(i)).out} for i in range(int(self.cmd.tool("show", "all").out))], flush = lambda self: None`,
			`commands = {"tool": lambda self: str(self.state) if self.args[1] == "all" else "1"}, state = lambda n: n, many = True, not_covered = {"size": "x", "ensure": "x"}, cases = []`,
			"thing/p cost test/t.star:1:6: the cost does not depend on the number of instances: a listing of 30 instances costs 31 commands and calls:",
		},
		{
			"a look that changes what the fake has", strings.Replace(good, "_read", `lambda self: {"size": self.cmd.tool("show").out}, commands = {"tool": command("tool", looks = [["show"]])}`, 1),
			`commands = {"tool": lambda self: self.state.update(n = self.state.get("n", 0) + 1)}, state = lambda n: {}, cases = [` + one + "]", "reading does not change the host: reading changed the host:\n  the state of the fake",
		},
		{
			"the fake breaks", strings.Replace(good, "_read", `lambda self: {"size": self.cmd.tool("show").out}, commands = {"tool": command("tool", looks = [["show"]])}`, 1),
			`commands = {"tool": lambda self: self.args[7]}, cases = [` + one + "]", "the fake host failed: /etc/modules/m/test/t.star:1:63: list index 7 out of range",
		},
		{"the fake returns nonsense", good, `files = lambda n: 3, cases = [` + one + "]", "the fake host failed: files must be a dict of attributes or a list of pairs, not a number"},
		{"a case of nothing", good, "cases = [1]", "test/t.star:1:6: suite of p of thing: each element of cases must be case(), not a number\n"},
		{"real, and not asked for", good, "real = True, cases = [" + one + "]", "thing/p not run: the suite uses this machine: run it with --real\n"},
	} {
		if !strings.Contains(c.suite, "files =") {
			c.suite += `, files = {"/etc/things/": ""}`
		}
		suite := "suite('thing', 'p', " + c.suite + ")"
		got := tested(t, tree{
			"m/metadata.json": goodMetadata, "m/lib/ral/type/thing.star": thing, "m/lib/ral/provider/thing/p.star": helpers + c.hooks + ")\n", "m/test/t.star": suite,
		}, false)
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestModuleTestRefuses(t *testing.T) {
	for _, c := range []struct {
		files tree
		want  string
	}{
		{tree{}, "/etc/modules/m: the directory does not exist\n"},
		{tree{"m/lib/ral/type/thing.star": "newtyp()"}, "lib/ral/type/thing.star:1:1: undefined: newtyp (did you mean \"newtype\"?)\n"},
		{
			tree{"m/lib/ral/type/thing.star": aType, "m/test/t.star": "suite('thin', 'p', [])\nsuite('thing', 'q', [])\nsuite('thing', 'q', [], filse = 1)\nprovider('x', type = 'thing')\n"},
			"test/t.star:3:6: suite: unexpected keyword argument \"filse\" (did you mean \"files\"?)\n" +
				"test/t.star:4:9: provider: a test file may contain only suites; plugins belong in type, provider, fact, feature, function and face\n",
		},
		{
			tree{"m/lib/ral/type/thing.star": aType, "m/test/t.star": "suite('thin', 'p', [])\nsuite('thing', 'q', [])"},
			"test/t.star:1:6: unknown type \"thin\" (did you mean \"thing\"?)\ntest/t.star:2:6: unknown provider \"q\" of type thing\n",
		},
		{tree{"m/lib/ral/type/thing.star": aType + "suite('thing', 'p', [])"}, "lib/ral/type/thing.star:2:6: suite is allowed only in a test file: test/NAME.star of the module\n"},
	} {
		if got := tested(t, c.files, false); got != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c.files, got, c.want)
		}
	}
}

// With --real the files of a suite are in a directory of its own, which is removed.
// What is written outside of it is refused before it is tried.
func TestModuleTestReal(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir+"/tmp")
	for name, text := range map[string]string{
		"lib/ral/type/note.star": `newtype("note", doc = "d", attrs = [param("path", doc = "d", namevar = True), ensurable("d"), prop("text", doc = "d")])`,
		"lib/ral/provider/note/p.star": `
def _retrieve(self):
    text = self.fs.read(self.name, missing = None)
    return None if text == None else {"text": text}
provider("p", type = "note", doc = "d", retrieve = _retrieve, create = lambda self: self.fs.write(self.name, self.res.text),
    destroy = lambda self: self.fs.remove(self.name), setters = {"text": lambda self, value: self.fs.write(self.name, value)})`,
		"test/t.star": `suite("note", "p", real = True, unlisted = True, cases = lambda dir: [
    case(dir + "/a", name = "a", create = {"text": "eins"}, changes = {"text": "zwei"}, remove = "absent"),
    case("` + dir + `/outside", name = "outside", create = {"text": "drei"})])`,
	} {
		file := dir + "/m/" + name
		if err := errors.Join(os.MkdirAll(file[:strings.LastIndex(file, "/")], 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(dir+"/tmp", 0o755); err != nil {
		t.Fatal(err)
	}
	var parts []modules.TestPart
	test := func(ctx context.Context) error {
		parts = nil
		findings, err := modules.Test(ctx, dir+"/m", modules.TestOptions{
			Options: modules.Options{Base: builtin(t)}, Host: local.Machine(), Real: true, Each: func(p modules.TestPart) { parts = append(parts, p) },
		})
		if len(findings) > 0 {
			t.Error(findings)
		}
		return err
	}
	if err := test(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		text := strings.Join(p.Errors, "\n")
		if outside := strings.HasPrefix(p.Part, "outside"); outside != strings.Contains(text, "is outside the test directory") || !outside && text != "" {
			t.Errorf("%s: %s", p.Part, text)
		}
	}
	if len(parts) != 5 {
		t.Errorf("%d parts", len(parts))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := test(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	left, err := os.ReadDir(dir + "/tmp")
	if _, outside := os.Stat(dir + "/outside"); err != nil || len(left) > 0 || outside == nil {
		t.Errorf("left: %v %v %v", left, outside, err)
	}
}

// A fake is made of files with modes, of folders, and of servers; what they are not is
// a mistake of the test file.
func TestModuleTestFake(t *testing.T) {
	const note = `newtype("note", doc = "d", attrs = [param("name", doc = "d", namevar = True), ensurable("d"), prop("mode", doc = "d", read_only = True), prop("text", doc = "d")])`
	const provider = `
def _retrieve(self):
    got = self.http.get("http://api/" + self.name, raises = False)
    if got.status == 404:
        return None
    return {"text": got.body, "mode": self.fs.stat("/etc/key").mode + self.fs.stat("/etc/d").kind}
def _send(self, method, text): self.http.send(method, "http://api/" + self.name, body = text, headers = {"X-Key": self.fs.read("/etc/key")})
provider("p", type = "note", doc = "d", retrieve = _retrieve, create = lambda self: _send(self, "PUT", self.res.text),
    destroy = lambda self: _send(self, "DELETE", ""), setters = {"text": lambda self, value: _send(self, "PUT", value)})`
	const server = `
def _serve(self, method, address, headers, body):
    name = address.removeprefix("http://api/")
    if method == "PUT" and headers["x-key"] == "k":
        self.state[name] = body
    elif method == "DELETE":
        self.state.pop(name)
    if name in self.state or method == "DELETE":
        return self.state.get(name, "")
    return answer("no", status = 404)
`
	for files, want := range map[string]string{
		`{"/etc/key": ("k", "0600"), "/etc/d/": ""}`: "",
		`{"/etc/key": ("l", "0600"), "/etc/d/": ""}`: "an apply runs the planned actions: create: Note[a]: failed",
		`{"etc/key": "k"}`:                           "files: etc/key is not an absolute path",
		`{"/etc/key": ("k", "9")}`:                   `files: /etc/key: "9" is not a mode (example: 0600)`,
		`{"/etc/key": ("k", "0600", "x")}`:           "files: /etc/key must be a string or a tuple (string, mode)",
		`{"/etc/key": 7}`:                            "files: /etc/key must be a string, not 7",
	} {
		got := tested(t, tree{
			"m/metadata.json": goodMetadata, "m/lib/ral/type/note.star": note, "m/lib/ral/provider/note/p.star": provider,
			"m/test/t.star": server +
				`suite("note", "p", http = _serve, state = lambda n: {}, unlisted = True, files = ` + files + `,
    cases = [case("a", create = {"text": "eins"}, changes = {"text": "zwei"}, remove = "absent")])`,
		}, false)
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s:\n%s\nwant\n%s", files, got, want)
		}
	}
}
