package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// What a catalog marks as sensitive, and what show_diff hides, reaches the files, and
// no output of any command and no line of the journal.
func TestSecretsAreUsedAndNotShown(t *testing.T) {
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
		"s3cret-line", "s3cret-ini", "s3cret-hid", " 0604", "'0604", "\"0604",
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
		unseen(t, file, string(data), secrets, before)
		return err
	})
	if err != nil {
		t.Error(err)
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
