package snapshot

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/raltest"
)

// session returns a session on a root with these files.
func session(t testing.TB, files map[string]string) *model.Session {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, raltest.Below(t, root))
	s.KeepJournal(filepath.Join(t.TempDir(), "ralsh"))
	return s
}

func accounts() map[string]string {
	return map[string]string{
		"etc/passwd": "root:x:0:0:root:/root:/bin/bash\nalice:x:1000:1007:Alice:/home/alice:/bin/sh\nlost:x:1001:4711::/:/bin/sh\n",
		"etc/group":  "root:x:0:\nstaff:x:1007:\n",
		"etc/shadow": "root:*:1::::::\nalice:$y$secretofalice:1::::::\nlost:!:1::::::\n",
		"etc/hosts":  "192.0.2.1 web1 www\n192.0.2.2 db1\n",
		"etc/secret": "the password is hunter2\n",
	}
}

func take(t testing.TB, s *model.Session, opt Options) *Snapshot {
	t.Helper()
	snap, err := Take(t.Context(), s, opt)
	if err != nil {
		t.Fatal(err)
	}
	return snap
}

func TestTake(t *testing.T) {
	s := session(t, accounts())
	snap := take(t, s, Options{Types: []string{"user", "group", "host", "user"}, Files: []string{"/etc/secret", "/etc/nothing"}})
	text := string(written(t, snap))
	for _, want := range []string{
		`"title":"web1","provider":"parsed","properties":{`,
		`"gid":"staff"`, // by name, so that it can be compared
		`"title":"lost"`, `"gid":4711`, `"classes":{"gid":"identity","uid":"identity"}`,
		`"password":null`, `"redacted":["password"]`,
		`"content":"{sha256}d2de8278`,
		`"title":"/etc/nothing","provider":"posix","class":"state"`,
		`"type":"file","complete":true,"per_provider":false,"chosen":true`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not there", want)
		}
	}
	for _, secret := range []string{"secretofalice", "hunter2"} {
		if strings.Contains(text, secret) {
			t.Errorf("%s is there", secret)
		}
	}
	if strings.Contains(text, `"kind":"fact"`) || strings.Count(text, `"kind":"type"`) != 4 {
		t.Errorf("there is more than was asked for:\n%s", text)
	}
	back := again(t, snap)
	if got := written(t, back); !bytes.Equal(got, []byte(text)) {
		t.Errorf("read and written it is\n%s\nand was\n%s", got, text)
	}
}

// A snapshot of all has no difference from the next one.
func TestTakeTwice(t *testing.T) {
	s := session(t, accounts())
	a, b := take(t, s, Options{}), take(t, s, Options{})
	d, err := Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if got := told(d); strings.Contains(got, "~") || strings.Contains(got, "User") {
		t.Error(got)
	}
	if a.of("user") == nil || a.of("exec") != nil || a.of("file") != nil || len(a.Facts.Items) == 0 {
		t.Errorf("%d types and %d facts", len(a.Types), len(a.Facts.Items))
	}
	if at := a.of("ssh_authorized_key").Places; !slices.Equal(at, []string{"user", "target"}) {
		t.Errorf("a key is at %q", at)
	}
}

func TestTakeRefuses(t *testing.T) {
	s := session(t, nil)
	for typ, want := range map[string]string{"nosuch": "nosuch", "file": "file cannot be listed", "exec": "exec cannot be listed", "schedule": "schedule cannot be listed"} {
		if _, err := Take(t.Context(), s, Options{Types: []string{typ}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", typ, err)
		}
	}
}

// What cannot be read is named, and is not absent.
func TestTakeUnread(t *testing.T) {
	s := session(t, map[string]string{"etc/passwd": "root:x:0:0:root:/root:/bin/bash\n", "etc/group": "root:x:0:\n", "etc/hosts/is-a-directory": ""})
	snap := take(t, s, Options{Types: []string{"host", "user"}})
	if host := snap.of("host"); host.Complete || host.Providers[0].Error == "" {
		t.Errorf("%+v", host)
	}
	before := take(t, session(t, accounts()), Options{Types: []string{"host"}})
	snap.Keep([]string{"host"})
	d, err := Compare(before, snap)
	if err != nil {
		t.Fatal(err)
	}
	if _, unknown, gaps := d.Counts(); unknown != 2 || !gaps {
		t.Error(told(d))
	}
}
