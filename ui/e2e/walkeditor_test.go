package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// editorScript is a non-interactive editor. It records its argument and the state of
// the terminal, and runs the next one of steps.
const editorScript = `#!/bin/sh
cd %DIR%
n=$(cat round 2>/dev/null || echo 0); n=$((n+1)); echo $n >round
cp "$1" $n.pp
echo "$1" >path
stat -c '%a' "$1" "${1%/*}" >modes
stty -a >stty.editor
sh ./step$n "$1"
`

// scripted creates such an editor. Each step is a shell script whose argument is the
// file.
func scripted(t *testing.T, steps ...string) (dir, program string) {
	t.Helper()
	dir = t.TempDir()
	program = filepath.Join(dir, "editor")
	files := map[string]string{"editor": strings.ReplaceAll(editorScript, "%DIR%", dir)}
	for i, step := range steps {
		files["step"+string(rune('1'+i))] = step + "\n"
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir, program
}

func content(t *testing.T, parts ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestWalkEditor edits a basket of two as text. An error is shown at its line; after
// the correction, three are applied. The terminal has the same state in the editor,
// in ralsh afterwards, and in the shell at the end.
func TestWalkEditor(t *testing.T) {
	t.Parallel()
	root, file := hostsBelow(t)
	dir, editor := scripted(t,
		`sed -i "s/=> '192.0.2.80'/= '192.0.2.300'/" "$1"`,
		`sed -i "s/= '192.0.2.300'/=> '192.0.2.300'/" "$1"`,
		`sed -i "s/192.0.2.300/192.0.2.81/" "$1"; printf "host { 'new': ip => '192.0.2.99' }\n" >>"$1"`,
		`stty raw -echo; exit 3`, // and leaves the terminal in that state
		`echo waiting; read line`,
	)
	shell := "trap : INT; tty >" + dir + "/tty; stty -a >" + dir + "/stty.before; \"$@\"; status=$?; stty -a >" + dir + "/stty.after; exit $status"
	w := walk{t, real.Terminal(t, []string{
		"env", "EDITOR=" + editor + " ", "sh", "-c", shell, "sh", real.Binary(t), "--root", root,
	}, 120, 36)}
	now := func() string {
		out, err := exec.Command("stty", "-a", "-F", strings.TrimSpace(content(t, dir, "tty"))).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	w.see("types", "host", "by path")
	w.to("host")
	w.press("Enter", "types › host  ")
	w.stageHost("web", "192.0.2.80")
	w.stageHost("mail", "192.0.2.25")
	w.press("b", "2 of 2 will be applied")
	raw := now()
	w.press("E", "from the text: 1 draft changed, 1 new draft")
	w.see("3 of 3 will be applied")
	if now() != raw {
		t.Errorf("after the editor the terminal is\n%s\nit was\n%s", now(), raw)
	}
	if got := content(t, dir, "modes"); got != "600\n700\n" {
		t.Errorf("the file and its folder have the modes %q", got)
	}
	if path := strings.TrimSpace(content(t, dir, "path")); exists(path) || exists(filepath.Dir(path)) {
		t.Errorf("%s is still there", path)
	}
	for name, want := range map[string]string{
		"2.pp": "\n#! 8:10 \"=>\" is missing after the attribute ip before \"=\"\n  ip     = '192.0.2.300',\n",
		"3.pp": "\n#! 8:3 Host[web]: ip: Invalid IP address \"192.0.2.300\"\n  ip     => '192.0.2.300',\n",
	} {
		if back := content(t, dir, name); !strings.Contains(back, want) {
			t.Errorf("the mistake is not above its line:\n%s", back)
		}
	}
	w.press("E", "exit status 3")
	w.press("x", "3 of 3 will be applied")
	if last := content(t, dir, "4.pp"); strings.Contains(last, "#!") || !strings.Contains(last, "'192.0.2.99'") {
		t.Errorf("the text is at last\n%s", last)
	}
	w.press("E", "waiting")
	w.press("C-c", "signal: interrupt")
	w.press("x", "3 of 3 will be applied")
	w.press("A", "write /etc/hosts")
	w.apply()
	w.see("ip is 192.0.2.99")
	if want := hostsBefore + "192.0.2.81\tweb\n192.0.2.25\tmail\n192.0.2.99\tnew\n"; content(t, file) != want {
		t.Errorf("the file holds %q, want %q", content(t, file), want)
	}
	w.insist("Escape", "this is the first screen")
	w.term.Keys("q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}
	before := content(t, dir, "stty.before")
	for _, name := range []string{"stty.editor", "stty.after"} {
		if got := content(t, dir, name); got != before {
			t.Errorf("%s is\n%s\nbefore ralsh it was\n%s", name, got, before)
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
