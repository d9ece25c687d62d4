package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// booted is a booted machine in which command lines of sh(1) run, with ralsh as $r.
type booted struct{ *real.Machine }

func boot(t *testing.T) booted { return booted{real.Boot(t, real.Binary(t))} }

func (m booted) sh(t *testing.T, want int, script string) string {
	t.Helper()
	out, errs, exit := m.Run(context.Background(), "sh", "-c", "r=/opt/ralsh; export HOME=/root; "+script)
	if exit != want {
		t.Fatalf("%s ends with %d, not %d\n%s\n%s", script, exit, want, out, errs)
	}
	return out
}

// TestSnapshotTwice takes two snapshots of a booted machine: they have no rows. Two machines
// of one root have none either.
func TestSnapshotTwice(t *testing.T) {
	t.Parallel()
	m, other := boot(t), boot(t)
	m.sh(t, 0, "$r snapshot >/out/first")
	out := m.sh(t, 0, "$r compare /out/first now")
	t.Log(out)
	if !strings.Contains(out, "\nA and B are equal.\nOmitted: ") {
		t.Errorf("two snapshots of one machine differ:\n%s", out)
	}
	if err := os.Rename(filepath.Join(m.Out, "first"), filepath.Join(other.Out, "first")); err != nil {
		t.Fatal(err)
	}
	out = other.sh(t, 0, "$r compare /out/first now")
	t.Log(out)
	if status := other.sh(t, 0, "cp /out/first /out/second; $r compare /out/first /out/second -o json"); !strings.Contains(status, `"equal": true`) {
		t.Errorf("a snapshot differs from itself:\n%s", status)
	}
}

// TestSnapshotLike makes drift on one machine, and makes another one like it: what was done
// is what is shown, it is staged and applied, and then they are equal.
func TestSnapshotLike(t *testing.T) {
	t.Parallel()
	web1, web2 := boot(t), boot(t)
	web1.sh(t, 0, `groupadd deployers
		useradd -M -g deployers -G adm -s /bin/bash -c 'Deploy account' deploy
		echo 'deploy:secret word' | chpasswd
		echo '192.0.2.7 build1' >>/etc/hosts
		systemctl mask --now cron.service
		$r snapshot --file /etc/hosts >/out/web1`)
	web2.sh(t, 0, "useradd -M only-here")
	data, err := os.ReadFile(filepath.Join(web1.Out, "web1"))
	if err != nil {
		t.Fatal(err)
	}
	real.Write(t, filepath.Join(web2.Out, "web1"), string(data), 0o600)
	if strings.Contains(string(data), "$y$") {
		t.Error("a hash of a password is in the snapshot")
	}
	out := web2.sh(t, 1, "$r compare - now --stage --file /etc/hosts </out/web1")
	for _, want := range []string{
		"- deploy\n", "+ only-here\n", "- deployers\n", "- build1\n", "~ cron\n      ~ ensure: stopped | running\n      ~ enable: mask | true\n", "4 drafts staged", "not staged: Group[adm] members: the value is set by each user", "  User[deploy]\n", "  Group[deployers]\n", "  Host[build1]\n",
		"not staged: User[deploy] password: the value is a secret", "not staged: 2 resources that only B has are never removed by --stage",
		"not staged: File[/etc/hosts] content: a snapshot does not contain the content of files",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not there", want)
		}
	}
	web2.sh(t, 0, "$r apply "+stagedManifest(t, web2))
	out = web2.sh(t, 1, "$r compare /out/web1 now")
	_, rows, _ := strings.Cut(out, "\n\ngroup (")
	rows, _, _ = strings.Cut(rows, "\n\n? not in the snapshot of B: file\n")
	const want = `43 on A, 44 on B)
  + only-here

user (21 on A, 22 on B)
  ? deploy: password: ralsh does not compare secrets
  + only-here`
	if rows != want {
		t.Errorf("afterwards the rows are\n%s\nof\n%s", rows, out)
	}
}

// stagedManifest writes the drafts of the basket of a machine as a manifest, and returns its
// path there.
func stagedManifest(t *testing.T, m booted) string {
	t.Helper()
	files, err := filepath.Glob(m.Root() + "/var/lib/ralsh/baskets/*.json")
	if err != nil || len(files) != 1 {
		t.Fatalf("the baskets are %q, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	var basket struct {
		Drafts []struct {
			Type, Title, From string
			Texts             map[string]string
		}
	}
	if err := json.Unmarshal(data, &basket); err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, d := range basket.Drafts {
		if !strings.HasPrefix(d.From, "sample, 20") {
			t.Errorf("the draft of %s %s is from %q", d.Type, d.Title, d.From)
		}
		fmt.Fprintf(&code, "%s { '%s':\n", d.Type, d.Title)
		for name, text := range d.Texts {
			fmt.Fprintf(&code, "  %s => '%s',\n", name, text)
		}
		code.WriteString("}\n")
	}
	real.Write(t, filepath.Join(m.Out, "staged.pp"), code.String(), 0o600)
	return "/out/staged.pp"
}
