package sshkeys

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/parsedfile"
)

func TestLines(t *testing.T) {
	for line, want := range map[string]string{
		"ssh-rsa AAAA a b c":                                     "|ssh-rsa|AAAA|a b c",
		"  ssh-ed25519\tAAAA":                                    "|ssh-ed25519|AAAA|",
		`no-pty,command="a, \"b\" c" ssh-rsa AAAA n`:             `no-pty;command="a, \"b\" c"|ssh-rsa|AAAA|n`,
		"ssh-rsa AAAA ssh-rsa BBBB":                              "|ssh-rsa|AAAA|ssh-rsa BBBB",
		"cert-authority ssh-rsa-cert-v01@openssh.com AAAA":       "cert-authority|ssh-rsa-cert-v01@openssh.com|AAAA|",
		"sk-ssh-ed25519-cert-v01@openssh.com AAAA token":         "|sk-ssh-ed25519-cert-v01@openssh.com|AAAA|token",
		`environment="A=ssh-rsa B" sk-ssh-ed25519@openssh.com K`: `environment="A=ssh-rsa B"|sk-ssh-ed25519@openssh.com|K|`,
		`ssh-rsa A"A b"c d`:                                      `|ssh-rsa|A"A|b"c d`,
		`ed25519 0"00000`:                                        `|ed25519|0"00000|`,
		"no-pty":                                                 "none", "ssh-rsa": "none", `command="open ssh-rsa AAAA`: "none", "rot13 AAAA x": "none",
	} {
		r := Format().Parse([]byte(line)).Lines()[0]
		got := "none"
		if !r.Unknown && r.Record.Type == "parsed" {
			got = strings.Join(Texts(r.Record.Get("options")), ";") + "|" +
				strings.Join([]string{r.Record.Text("type"), r.Record.Text("key"), r.Record.Text("name")}, "|")
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", line, got, want)
		}
	}
}

// Keys without a comment are counted by file, and written without a name.
func TestNames(t *testing.T) {
	lines := Format().Parse([]byte("ssh-rsa A\nssh-rsa B b\n# c\nssh-rsa C\n")).Lines()
	for range 2 {
		name("/f", lines)
	}
	var names []string
	for _, line := range lines {
		names = append(names, line.Record.Text("name"))
	}
	if diff := cmp.Diff([]string{"/f:unnamed-1", "b", "", "/f:unnamed-2"}, names); diff != "" {
		t.Error(diff)
	}
	if text, err := Format().Write(lines[0].Record); err != nil || text != "ssh-rsa A " {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := Format().Write(parsedfile.Record{Type: "parsed"}); err == nil {
		t.Error("a key without a type was written")
	}
}

func FuzzFormat(f *testing.F) {
	for _, line := range []string{
		"# keys\nssh-rsa AAAA a@b\n", `no-pty,command="echo \"hi\", there" ssh-rsa AAAA bob`, "1024 35 1234 old", "x 1024 35 1234",
		"ssh-ed25519 A\r\n\xff\x00", `a="b ssh-rsa C`, `ed25519 0"00000`, "from=\"10.0.0.0/8, 192.168.0.0/16\",no-x ssh-rsa K c",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file := Format().Parse([]byte(data))
		if string(file.Bytes()) != data {
			t.Fatalf("%q is written back as %q", data, file.Bytes())
		}
		for _, r := range file.Records() {
			text, err := Format().Write(r)
			if err != nil || r.Type != "parsed" {
				continue
			}
			again := Format().Parse([]byte(text)).Records()
			if len(again) != 1 || again[0].Text("key") != r.Text("key") || again[0].Text("type") != r.Text("type") {
				t.Fatalf("%q is written as %q and read as %v", data, text, again)
			}
		}
	})
}
