package e2e_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// slowModule is a type that writes a file of some size and then waits, by itself or for a
// command. Its name, or the file begun, says so.
var slowModule = map[string]string{
	"type/slow.rb": `
Puppet::Type.newtype(:slow) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:size)
  newparam(:waits)
end
`,
	"provider/slow/ruby.rb": `
Puppet::Type.type(:slow).provide(:ruby) do
  def exists?
    wait if resource[:waits] == 'look'
    File.exist?(resource[:name])
  end

  def create
    File.write(resource[:name], 'x' * resource[:size].to_i)
    wait if resource[:waits] == 'plan' || resource[:waits] == 'change' && File.exist?('/srv/applied')
    Puppet::Util::Execution.execute(['/bin/sh', '-c', 'echo >/srv/begun; exec sleep 1000']) if resource[:waits] == 'command'
  end

  def destroy
    File.unlink(resource[:name])
  end

  def wait
    $0 = 'slow-begun'
    sleep
  end
end
`,
}

// TestRubyStopped stops ralsh, or what runs the code of a module, while the code looks,
// changes something, or waits for a command. Nothing is written by half, no process is
// left, and the next command works.
func TestRubyStopped(t *testing.T) {
	t.Parallel()
	const begun = "until grep -qs slow-begun /proc/[0-9]*/cmdline || [ -e /srv/begun ]; do sleep 0.1; done"
	const twice = "kill -INT $ralsh; until grep -q 'ctrl+c again' /tmp/said; do sleep 0.1; done; kill -INT $ralsh"
	for name, c := range map[string]struct {
		waits, stop string
		said        string
		made        bool // what was written before the command
	}{
		"ctrl+c in a look":    {waits: "look", stop: "kill -INT $ralsh", said: "ralsh: cancelled"},
		"ctrl+c in a plan":    {waits: "plan", stop: "kill -INT $ralsh", said: "ralsh: cancelled"},
		"ctrl+c in a change":  {waits: "change", stop: twice, said: "ensure: the Ruby code was stopped before its end\n"},
		"ctrl+c in a command": {waits: "command", stop: twice, said: "stopped before its end\n", made: true},
		"killed in a look":    {waits: "look", stop: "kill -KILL $ralsh"},
		"killed in a plan":    {waits: "plan", stop: "kill -KILL $ralsh"},
		"killed in a change":  {waits: "change", stop: "kill -KILL $ralsh"},
		"its Ruby in a plan":  {waits: "plan", stop: "pkill -KILL -f slow-begun", said: "cannot be planned: ensure: the process was killed by signal 9"},
		"its Ruby":            {waits: "change", stop: "pkill -KILL -f slow-begun", said: "ensure: the process was killed by signal 9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := slowRoot(t)
			text := mustEnter(t, root, `
				ralsh --modulepath /srv/slow apply -e 'exec { "/bin/touch /srv/applied": } -> slow { "/srv/made": ensure => present, size => 10, waits => `+c.waits+` }' </dev/null >/tmp/said 2>&1 &
				ralsh=$!
				`+begun+"\n"+c.stop+`
				wait $ralsh && echo "it succeeded" || true
				cat /tmp/said
				for i in $(seq 100); do grep -ls 'zygote\|slow-begun' /proc/[0-9]*/cmdline >/tmp/left || true; [ -s /tmp/left ] || break; sleep 0.1; done
				[ ! -s /tmp/left ] || echo "left: $(cat /tmp/left)"
				[ ! -e /srv/made ] || echo "made: $(wc -c </srv/made)"
				echo "-- afterwards --"
				rm -f /srv/made
				ralsh --modulepath /srv/slow apply -e 'slow { "/srv/made": ensure => present, size => 10 }' 2>&1 </dev/null
				ralsh --modulepath /srv/slow undo 2>&1 </dev/null
				[ ! -e /srv/made ] || echo "not undone"`)
			t.Log(text)
			before, after, _ := strings.Cut(text, "-- afterwards --")
			if strings.Contains(before, "it succeeded") || strings.Contains(before, "left: ") || strings.Contains(before, "made: ") != c.made || !strings.Contains(before, c.said) {
				t.Errorf("it says\n%s", before)
			}
			if !strings.Contains(after, "1 change done") || strings.Contains(after, "not undone") {
				t.Errorf("afterwards it says\n%s", after)
			}
		})
	}
}

// TestRubyFull lets the code of a module write more than there is room for: in the file
// system that its file goes to, and in the memory of its overlay.
func TestRubyFull(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ size, want string }{
		"on the disk":    {"200000", `no space left on device`},
		"in the overlay": {"4000000000", `failed to allocate memory|No space left on device`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := mustEnter(t, slowRoot(t), `
				mkdir /srv/small; mount -t tmpfs -o size=64k none /srv/small
				echo kept >/srv/small/kept
				ralsh --modulepath /srv/slow apply -e 'slow { "/srv/small/made": ensure => present, size => `+c.size+` }' </dev/null 2>&1 && echo "it succeeded" || true
				ls /srv/small; cat /srv/small/kept
				ralsh --modulepath /srv/slow apply -e 'slow { "/srv/small/made": ensure => present, size => 10 }' </dev/null 2>&1`)
			t.Log(text)
			if !regexp.MustCompile(c.want).MatchString(text) || strings.Contains(text, "it succeeded") || !strings.Contains(text, "\nkept\nkept\n") || !strings.Contains(text, "1 change done") {
				t.Errorf("it says\n%s", text)
			}
		})
	}
}

func slowRoot(t *testing.T) string {
	t.Helper()
	root := rubyRoot(t)
	for name, text := range slowModule {
		real.Write(t, filepath.Join(root, "srv/slow/slow/lib/puppet", name), text, 0o644)
	}
	mustEnter(t, root, "chmod -R go-w /srv/slow")
	return root
}
