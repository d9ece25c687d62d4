package selmodule

import (
	"context"
	"encoding/binary"
	"fmt"
	"path"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// policyPackage returns a module file up to its version.
func policyPackage(name, version string) string {
	var b []byte
	number := func(n uint32) { b = binary.LittleEndian.AppendUint32(b, n) }
	text := func(s string) { number(uint32(len(s))); b = append(b, s...) }
	number(0xf97cff8f)
	number(1)
	number(1)
	number(16)
	number(0xf97cff8d)
	text("SE Linux Module")
	b = append(b, make([]byte, 20)...)
	text(name)
	text(version)
	return string(b)
}

// store returns a fake host with a policy, whose modules are in /list.
func store(list string) *fakehost.Host {
	const file = "/usr/local/share/selinux/tiny.pp"
	f := fakehost.New(map[string]string{"/list": list, "/var/lib/selinux/": "", file: policyPackage("tiny", "2.0")})
	f.Command(moduleTool)
	f.Handle("semodule", func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] == "--list" {
			return host.Result{Stdout: []byte(f.Content("/list"))}
		}
		name, added := cmd.Args[1], ""
		if cmd.Args[0] == "--install" {
			data, err := f.Reader().ReadFile(ctx, cmd.Args[1])
			if err != nil {
				return host.Result{Exit: 1, Stderr: []byte("semodule:  Failed on " + cmd.Args[1] + "!\n")}
			}
			version, _ := versionIn(data)
			name = strings.TrimSuffix(path.Base(cmd.Args[1]), ".pp")
			added = name + "\t" + version + "\n"
		}
		var kept string
		for line := range strings.Lines(f.Content("/list")) {
			if strings.Fields(line)[0] != name {
				kept += line
			}
		}
		f.Put("/list", kept+added, 0o644)
		return host.Result{}
	})
	return f
}

func cases(file string) []raltest.Case {
	return []raltest.Case{{Title: "tiny", Create: []ral.Attr{}, With: []ral.Attr{raltest.A("selmodulepath", file)}, Remove: "absent"}}
}

func TestSuite(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "selmodule", Provider: "semodule",
		Host: func(*testing.T) host.Host { return store("accountsd\nold\t1.0\ntiny2\t1.0\n").Host },
		Many: func(_ *testing.T, n int) host.Host {
			list := ""
			for i := range n {
				list += fmt.Sprintf("many%d\n", i)
			}
			return store(list).Host
		},
		Cases:      cases("/usr/local/share/selinux/tiny.pp"),
		NotCovered: map[string]string{"syncversion": "TestVersions changes it: only an older semodule tells versions"},
	}.Run(t)
}

func TestExample(t *testing.T) { raltest.Example(t, Register, "selmodule", store("").Host) }

// acct is the beginning of acct.pp in Debian's policy.
const acct = "\x8f\xff|\xf9\x01\x00\x00\x00\x02\x00\x00\x00\x14\x00\x00\x00\xce\xec\x01\x00\x8d\xff|\xf9\x0f\x00\x00\x00SE Linux Module" +
	"\x02\x00\x00\x00\x15\x00\x00\x00\x01\x00\x00\x00\x08\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00acct\x01\x00\x00\x001@\x00"

func TestVersions(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "selmodule", Provider: "semodule",
		Host: func(*testing.T) host.Host { return store("tiny\t1.0\n").Host },
		Cases: []raltest.Case{{
			Title: "tiny", Changes: []ral.Attr{raltest.A("syncversion", "true")},
			With: []ral.Attr{raltest.A("selmodulepath", "/usr/local/share/selinux/tiny.pp")}, Remove: "absent",
		}},
	}.Run(t)
	for text, want := range map[string]string{
		acct: "1", policyPackage("x", "1.2"): "1.2", policyPackage("x", ""): "", "BZh9": "", "": "", policyPackage("x", "1.2")[:40]: "",
	} {
		if got, err := versionIn([]byte(text)); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func TestAnswers(t *testing.T) {
	for out, want := range map[string]int{
		"": 0, "a\nb\t1.0\n": 2, "No modules.\n": 0, "semodule: es fehlt die Richtlinie\n": -1, "\x00\n": -1,
	} {
		list, err := parse(out)
		if (err != nil) != (want < 0) || err == nil && len(list) != want {
			t.Errorf("%q: %v, %v", out, list, err)
		}
	}
	if list, err := parse("a\nwhat is this?\nb\n"); err == nil || len(list) != 2 {
		t.Errorf("one line that is no module: %v, %v", list, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a\nb\t1.0\n", []byte(policyPackage("x", "1")))
	f.Add("No modules.\n", []byte("\x8f\xff\x7c\xf9"))
	f.Fuzz(func(t *testing.T, out string, file []byte) {
		list, err := parse(out)
		for _, m := range list {
			if !names.MatchString(m.name) {
				t.Errorf("%+v", m)
			}
		}
		if err != nil && !strings.Contains(err.Error(), "semodule") {
			t.Error(err)
		}
		if version, err := versionIn(file); (err == nil) != (version != "") {
			t.Errorf("%q, %v", version, err)
		}
	})
}

// TestReal uses Debian's policy, in a root of its own.
func TestReal(t *testing.T) {
	real.Full(t)
	if !real.InsideOf(t, real.Tools, func(root string) {
		real.Write(t, root+"/srv/tiny.cil", "(boolean tiny_may_look false)\n", 0o644)
	}) {
		return
	}
	raltest.Suite{
		Register: Register, Type: "selmodule", Provider: "semodule",
		Host:  func(*testing.T) host.Host { return local.Machine() },
		Watch: []string{"/etc/selinux", "/var/lib/selinux"},
		Cases: cases("/srv/tiny.cil"), NotCovered: map[string]string{"syncversion": "this version of semodule does not print versions"},
	}.Run(t)
}
