package e2e_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/raltest/real"
)

// A value that a catalog marks as sensitive, or that show_diff hides, is written to
// the files, but is in no output of any command and no line of the journal.
func TestSecretsAreUsedAndNotShown(t *testing.T) {
	t.Parallel()
	const catalog = `{"resources": [
		{"type": "Mailalias", "title": "root", "parameters": {"recipient": "s3cret-mail"}, "sensitive_parameters": ["recipient"]},
		{"type": "Host", "title": "db1", "parameters": {"ip": "192.0.2.77", "comment": "s3cret-host"}, "sensitive_parameters": ["ip", "comment"]},
		{"type": "Sshkey", "title": "db1", "parameters": {"type": "ssh-ed25519", "key": "AAAAs3cretkey", "target": "/etc/known"}, "sensitive_parameters": ["key"]},
		{"type": "File", "title": "/srv/a", "parameters": {"content": "one\ns3cret-file\n", "show_diff": false}},
		{"type": "File", "title": "/srv/b", "parameters": {"content": "one\ns3cret-marked\n", "mode": "0604"}, "sensitive_parameters": ["content", "mode"]},
		{"type": "File", "title": "/srv/l", "parameters": {"ensure": "link", "target": "/s3cret-target"}, "sensitive_parameters": ["target"]},
		{"type": "File_line", "title": "l", "parameters": {"path": "/srv/lines", "line": "pw=s3cret-line", "match": "^pw="}, "sensitive_parameters": ["line"]},
		{"type": "Ini_setting", "title": "i", "parameters": {"path": "/srv/ini", "section": "s", "setting": "pw", "value": "s3cret-ini"}, "sensitive_parameters": ["value"]},
		{"type": "Ini_setting", "title": "j", "parameters": {"path": "/srv/ini", "section": "s", "setting": "pin", "value": "s3cret-hid", "show_diff": "false"}}
	]}`
	secrets := []string{
		"s3cret-mail", "192.0.2.77", "s3cret-host", "s3cretkey", "s3cret-file", "s3cret-marked", "s3cret-target",
		"s3cret-line", "s3cret-ini", "s3cret-hid", "'0604'", "\"0604\"", " 0604 ", " 0604\n",
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"etc/aliases": "root: s3cret-was\n", "etc/hosts": "127.0.0.1 localhost\n", "srv/a": "s3cret-before\n", "srv/b": "x\n",
		"srv/lines": "pw=s3cret-old\n", "srv/ini": "[s]\npw = s3cret-past\n",
	} {
		write(t, filepath.Join(dir, "root", name), text)
	}
	before := []string{"s3cret-was", "s3cret-before", "s3cret-past"}
	write(t, filepath.Join(dir, "catalog.json"), catalog)
	binary := real.Binary(t)
	run := func(args ...string) {
		cmd := exec.Command(binary, append([]string{"--root", "root"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+dir+"/state", "XDG_CONFIG_HOME="+dir)
		out, err := cmd.CombinedOutput()
		if _, exit := err.(*exec.ExitError); err != nil && !exit {
			t.Fatal(err)
		}
		unseen(t, strings.Join(args, " "), string(out), secrets, before)
	}
	for _, format := range []string{"text", "json", "yaml", "jsonl"} {
		run("apply", "catalog.json", "--noop", "-o", format)
	}
	run("apply", "catalog.json", "-o", "jsonl")
	for file, want := range map[string]string{
		"etc/aliases": "root: s3cret-mail\n", "etc/hosts": "127.0.0.1 localhost\n192.0.2.77\tdb1\t# s3cret-host\n", "etc/known": "db1 ssh-ed25519 AAAAs3cretkey\n",
		"srv/a": "one\ns3cret-file\n", "srv/b": "one\ns3cret-marked\n", "srv/lines": "pw=s3cret-line\n", "srv/ini": "[s]\npw = s3cret-ini\npin = s3cret-hid\n",
	} {
		if data, err := os.ReadFile(filepath.Join(dir, "root", file)); string(data) != want {
			t.Errorf("%s holds %q (%v), want %q", file, data, err, want)
		}
	}
	if target, _ := os.Readlink(filepath.Join(dir, "root/srv/l")); target != "/s3cret-target" {
		t.Errorf("the link leads to %q", target)
	}
	for _, format := range []string{"text", "json"} {
		run("history", "-o", format)
		run("history", "1", "-o", format)
	}
	run("undo", "1", "--noop")
	run("undo", "1", "--noop", "-o", "jsonl")
	run("undo", "1")
	run("apply", "catalog.json")
	err := filepath.WalkDir(filepath.Join(dir, "state"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		unseen(t, file, string(data), secrets)
		if filepath.Base(filepath.Dir(file)) != "kept" { // hidden content is kept for undo
			unseen(t, file, string(data), before)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// A secret of one run remains a secret afterwards, in listings and in later runs that
// do not declare it: no output and no line of the journal contains the previous value. An
// undo restores it byte for byte, and it is a secret again.
func TestSecretsOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	const catalog = `{"resources": [
		{"type": "File", "title": "/srv/a", "parameters": {"content": "one\ns3cret-file\n"}, "sensitive_parameters": ["content"]},
		{"type": "File", "title": "/srv/b", "parameters": {"content": "s3cret-hidden\n", "show_diff": false}},
		{"type": "File", "title": "/srv/c", "parameters": {"content": "s3cret-gone\n"}, "sensitive_parameters": ["content"]},
		{"type": "File", "title": "/srv/e", "parameters": {"content": "s3cret-linked\n"}, "sensitive_parameters": ["content"]},
		{"type": "Host", "title": "db1", "parameters": {"ip": "192.0.2.77", "comment": "s3cret-host"}, "sensitive_parameters": ["ip", "comment"]},
		{"type": "File_line", "title": "l", "parameters": {"path": "/srv/passwords", "line": "pw=s3cret-line", "match": "^pw="}, "sensitive_parameters": ["line"]},
		{"type": "Ini_setting", "title": "i", "parameters": {"path": "/srv/ini", "section": "s", "setting": "pw", "value": "s3cret-ini"}, "sensitive_parameters": ["value"]}
	]}`
	const plain = `{"resources": [
		{"type": "File", "title": "a", "parameters": {"path": "/srv/a", "content": "plain\n", "backup": ".old"}},
		{"type": "File", "title": "/srv/b", "parameters": {"content": "plain\n"}},
		{"type": "File", "title": "/srv/c", "parameters": {"ensure": "absent"}},
		{"type": "File", "title": "/srv/e", "parameters": {"ensure": "link", "target": "/srv/b", "force": true}},
		{"type": "Host", "title": "db1", "parameters": {"ip": "192.0.2.1", "comment": "plain"}},
		{"type": "File_line", "title": "m", "parameters": {"path": "/srv/passwords", "line": "pw=plain", "match": "^pw="}},
		{"type": "Ini_setting", "title": "i", "parameters": {"path": "/srv/ini", "section": "s", "setting": "pw", "value": "plain"}}
	]}`
	secrets := []string{"s3cret-", "192.0.2.77"}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"root/etc/hosts": "127.0.0.1 localhost\n", "root/srv/passwords": "pw=x\n", "root/srv/ini": "[s]\npw = x\n",
		"catalog.json": catalog, "plain.json": plain,
	} {
		write(t, filepath.Join(dir, name), text)
	}
	if err := os.Symlink("srv", filepath.Join(dir, "root/via")); err != nil {
		t.Fatal(err)
	}
	binary := real.Binary(t)
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(binary, append([]string{"--root", "root"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+dir+"/state", "XDG_CONFIG_HOME="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
		unseen(t, strings.Join(args, " "), string(out), secrets)
	}
	files := func() map[string]string {
		held := make(map[string]string)
		for _, name := range []string{"srv/a", "srv/b", "srv/c", "srv/e", "etc/hosts", "srv/passwords", "srv/ini"} {
			data, err := os.ReadFile(filepath.Join(dir, "root", name))
			if err != nil {
				t.Error(err)
			}
			held[name] = string(data)
		}
		return held
	}
	run("apply", "catalog.json")
	before := files()
	looks := [][]string{
		{"resource", "host"},
		{"resource", "host", "db1"},
		{"resource", "host", "--param", "comment"},
		{"why", "host[db1]"},
		{"snapshot", "--types", "host", "--file", "/srv/b", "--file", "/srv/passwords"},
	}
	for _, path := range []string{"/srv/a", "/srv/b", "/srv/passwords", "/via/passwords", "/srv/ini"} {
		looks = append(looks, []string{"resource", "file", path}, []string{"resource", "file", path, "--provider", "posix"}, []string{"why", "file[" + path + "]"})
	}
	look := func() {
		for _, args := range looks {
			if args[0] == "resource" {
				run(append(args, "-o", "puppet")...)
			}
			if args[0] != "snapshot" {
				run(append(args, "-o", "text")...)
				run(append(args, "-o", "yaml")...)
			}
			run(append(args, "-o", "json")...)
		}
	}
	look()
	if os.Geteuid() == 0 {
		cmd := exec.Command(binary, "--root", "root", "resource", "file", "/srv/passwords", "--show-secrets")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_STATE_HOME="+dir+"/state", "XDG_CONFIG_HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "pw=s3cret-line") {
			t.Errorf("--show-secrets: %v, %s", err, out)
		}
	}
	for round := range 2 {
		for _, format := range []string{"text", "json", "yaml", "jsonl"} {
			run("apply", "plain.json", "--noop", "-o", format)
		}
		run("apply", "plain.json", "-o", []string{"jsonl", "text"}[round])
		for _, format := range []string{"text", "json"} {
			run("history", "-o", format)
			run("history", strconv.Itoa(2+2*round), "-o", format)
		}
		run("undo", "--noop")
		run("undo", "--noop", "-o", "json")
		run("undo")
		look()
		if d := cmp.Diff(before, files()); d != "" {
			t.Errorf("undone, the files differ (-before +after):\n%s", d)
		}
	}
	runs, err := filepath.Glob(filepath.Join(dir, "state/ralsh/runs/*"))
	if err != nil || len(runs) != 5 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	for _, parent := range []string{"memory", "secrets"} {
		notes, err := filepath.Glob(filepath.Join(dir, "state/ralsh", parent, "*"))
		if err != nil || len(notes) != 1 {
			t.Errorf("%s: %q, %v", parent, notes, err)
		}
		runs = append(runs, notes...)
	}
	for _, file := range runs {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		unseen(t, file, string(data), secrets)
	}

	// A value that is declared without a mark is not a secret any more.
	run("apply", "plain.json")
	write(t, filepath.Join(dir, "other.json"), `{"resources": [{"type": "Host", "title": "db1", "parameters": {"ip": "192.0.2.2"}}]}`)
	out := new(strings.Builder)
	for _, args := range [][]string{{"apply", "other.json", "--noop"}, {"resource", "host", "db1"}, {"why", "host[db1]"}, {"snapshot", "--types", "host"}} {
		out.Reset()
		cmd := exec.Command(binary, append([]string{"--root", "root"}, args...)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+dir+"/state", "XDG_CONFIG_HOME="+dir)
		if err := cmd.Run(); err != nil || !strings.Contains(out.String(), "192.0.2.1") {
			t.Errorf("%q: %v, %s", args, err, out)
		}
	}
}

func unseen(t *testing.T, what, text string, secrets ...[]string) {
	t.Helper()
	for _, list := range secrets {
		for _, s := range list {
			if i := strings.Index(text, s); i >= 0 {
				t.Errorf("%s: %s is shown in %q", what, s, text[max(0, i-100):min(len(text), i+100)])
			}
		}
	}
}

// An audit of a secret reports that it changed, without the value. --show-secrets
// prints only the instances without redaction.
func TestAuditAndShowSecrets(t *testing.T) {
	t.Parallel()
	const was, is = "$6$saltsalt$s3cretWas", "$6$saltsalt$s3cretIs"
	if os.Getuid() != 0 {
		real.Lacks(t, "root, whom --show-secrets needs")
	}
	dir := t.TempDir()
	shadow := func(hash string) {
		write(t, filepath.Join(dir, "root/etc/shadow"), "root:*:19000:0:99999:7:::\ndeploy:"+hash+":19000:0:99999:7:::\n")
	}
	for name, text := range map[string]string{
		"root/etc/passwd": "root:x:0:0:root:/root:/bin/sh\ndeploy:x:1000:1000::/home/deploy:/bin/sh\n",
		"root/etc/group":  "root:x:0:\ndeploy:x:1000:\n",
		"audit.json":      `{"resources": [{"type": "User", "title": "deploy", "parameters": {"audit": "all"}}]}`,
	} {
		write(t, filepath.Join(dir, name), text)
	}
	shadow(was)
	binary := real.Binary(t)
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(binary, append([]string{"--root", "root"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+dir+"/state", "XDG_CONFIG_HOME="+dir)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	formats := []string{"text", "json", "yaml", "jsonl"}
	for _, hash := range []string{was, is} {
		shadow(hash)
		for _, format := range formats {
			unseen(t, "audit, planned, "+format, run("apply", "audit.json", "--noop", "-o", format), []string{"s3cret"})
		}
		text := run("apply", "audit.json")
		unseen(t, "audit", text, []string{"s3cret"})
		if changed := strings.Contains(text, "password was [redacted] when ralsh last read it, now it is [redacted]"); changed != (hash == is) {
			t.Errorf("that the password was changed should be told %v:\n%s", hash == is, text)
		}
	}
	unseen(t, "history", run("history", "2"), []string{"s3cret"})
	for _, where := range [][]string{{"resource", "user"}, {"resource", "user", "deploy"}} {
		for format, shows := range map[string]bool{"puppet": true, "yaml": true, "json": true, "text": false} {
			args := append(slices.Clone(where), "-o", format)
			unseen(t, strings.Join(args, " "), run(args...), []string{"s3cret"})
			if got := run(append(args, "--show-secrets")...); strings.Contains(got, is) != shows {
				t.Errorf("%q --show-secrets should show it %v:\n%s", args, shows, got)
			}
		}
	}
	for _, format := range formats {
		args := []string{"resource", "user", "deploy", "password=$6$saltsalt$s3cretNew", "--show-secrets", "--noop", "-o", format}
		unseen(t, strings.Join(args[4:], " "), run(args...), []string{"s3cret"})
	}
	err := filepath.WalkDir(filepath.Join(dir, "state"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		unseen(t, file, string(data), []string{"s3cret"})
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
