package e2e_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/raltest/real"
)

// previous contains the files and the output of version 0.1.0: a journal with an
// undone, a failed and an interrupted run, persisted values, a basket and
// config.yaml. Later versions renamed the Go types behind these files.
//
// format1 contains those of the last version whose journal had the format 1. Its runs
// have batches, commands, refreshes, audits, secrets, an undo of a part, and commands
// that the user stopped or that were killed.
const (
	previous = "testdata/previous"
	format1  = "testdata/format1"
)

// previousHost copies the files of such a directory below a new root. It returns the
// environment in which ralsh finds them, and the root.
func previousHost(t *testing.T, from string) (env []string, root string) {
	t.Helper()
	dir := t.TempDir()
	root = filepath.Join(dir, "root")
	digest := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:8])
	}
	names := map[string]string{ // files whose names contain the root
		"state/memory/ROOT.json":  "state/memory/" + digest(root) + ".json",
		"state/secrets/ROOT.json": "state/secrets/" + digest(root) + ".json",
		"state/baskets/ROOT.json": "state/baskets/" + digest(root+"\x00"+root) + ".json",
	}
	err := filepath.WalkDir(from, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, file)
		if name := names[rel]; name != "" {
			rel = name
		}
		top, rest, _ := strings.Cut(rel, "/")
		to := filepath.Join(dir, rel)
		if top == "state" || top == "config" {
			to = filepath.Join(dir, top, "ralsh", rest)
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		return os.WriteFile(to, bytes.ReplaceAll(data, []byte("@ROOT@"), []byte(root)), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return []string{"XDG_STATE_HOME=" + dir + "/state", "XDG_CONFIG_HOME=" + dir + "/config", "TZ=UTC", "LC_ALL=C.UTF-8"}, root
}

// rootHints are the lines that only an unprivileged user reads.
var rootHints = regexp.MustCompile(`(?m)^ralsh: .* \(as root: sudo ralsh .*\)\n`)

// TestPreviousVersion checks that files of previous versions are read as those
// versions read them: each command in the file commands prints the same, for any user.
func TestPreviousVersion(t *testing.T) {
	t.Parallel()
	bin := real.Binary(t)
	for _, version := range []string{previous, format1} {
		t.Run(filepath.Base(version), func(t *testing.T) {
			env, root := previousHost(t, version)
			commands, err := os.ReadFile(filepath.Join(version, "commands"))
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for line := range strings.Lines(string(commands)) {
				cmd := exec.Command(bin, append([]string{"--root", root}, strings.Fields(line)...)...)
				cmd.Dir, cmd.Env = filepath.Dir(root), append(os.Environ(), env...)
				out, err := cmd.CombinedOutput()
				got.WriteString("$ ralsh " + line)
				got.Write(bytes.ReplaceAll(rootHints.ReplaceAll(out, nil), []byte(root), []byte("@ROOT@")))
				if err != nil {
					got.WriteString(err.Error() + "\n")
				}
			}
			want, err := os.ReadFile(filepath.Join(version, "output"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPreviousBasket checks that the saved basket of the previous version is loaded
// completely, and that its settings are read.
func TestPreviousBasket(t *testing.T) {
	env, root := previousHost(t, previous)
	for _, setting := range env {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	s, err := model.Open(t.Context(), reg, root)
	if err != nil {
		t.Fatal(err)
	}
	b, err := basket.New(s).Load()
	if err != nil || len(b.Rejected) > 0 {
		t.Fatalf("%v, %q", err, b.Rejected)
	}
	var got []string
	for _, st := range b.Staged {
		text := st.Draft.Ref()
		for _, a := range st.Draft.Type.Order() {
			if typed, ok := st.Draft.Text(a.Name); ok {
				text += " " + a.Name + "=" + typed
			}
		}
		if st.Omitted {
			text += " out"
		}
		got = append(got, text)
	}
	want := []string{
		`Host[web1.example.com] comment=a "web" server`, "Mailalias[staff] ensure=present recipient=alice, bob out", "Host[db1] ensure=absent",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var keys []string
	for _, k := range s.Config.Keys {
		for _, n := range k.Keys {
			keys = append(keys, k.Intent+" "+n.Key)
		}
	}
	if diff := cmp.Diff([]string{"facts F2", "facts ctrl+t", "quit Q", "keep-reading T"}, keys); diff != "" {
		t.Error(diff)
	}
}
