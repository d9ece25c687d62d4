package e2e_test

import (
	"regexp"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// noteModule is a type that has a text in a file. It looks with a command that leaves a
// trace.
var noteModule = map[string]string{
	"type/note.rb": `
Puppet::Type.newtype(:note) do
  ensurable
  newparam(:name, namevar: true)
  newproperty(:text)
end
`,
	"provider/note/ruby.rb": `
Puppet::Type.type(:note).provide(:ruby) do
  commands look: '/usr/local/bin/note-look'
  def exists?
    look(resource[:name])
    File.exist?(resource[:name])
  end
  def create; File.write(resource[:name], resource[:text].to_s); end
  def destroy; File.delete(resource[:name]); end
  def text; File.read(resource[:name]); end
  def text=(value); File.write(resource[:name], value); end
end
`,
	"/usr/local/bin/note-look": "#!/bin/sh\n{ echo \"$1\" >>/srv/looked; } 2>/dev/null || :\n",
}

// noteScript returns a shell script that writes the module to /srv/notes.
func noteScript() string {
	var script strings.Builder
	for name, text := range noteModule {
		if !strings.HasPrefix(name, "/") {
			name = "/srv/notes/note/lib/puppet/" + name
		}
		script.WriteString("mkdir -p $(dirname " + name + "); cat >" + name + " <<'END'\n" + text + "END\nchmod 755 " + name + "\n")
	}
	return script.String() + "touch /srv/looked; chmod 666 /srv/looked\n"
}

// TestRubyAsUser lets an ordinary user, in a user namespace, make, change, undo and
// remove what is theirs, and says why it cannot be done with what is not.
func TestRubyAsUser(t *testing.T) {
	t.Parallel()
	m := real.BootOf(t, "ruby", real.Binary(t))
	run := func(script string) string {
		out, errs, exit := m.Run(t.Context(), "bash", "-ec", script)
		if exit != 0 {
			t.Fatalf("%s: exit status %d\n%s", script, exit, errs)
		}
		return out
	}
	run(noteScript() + `mkdir -p /home/plain/shared; chown 1234:1234 /home/plain; chown 1234:0 /home/plain/shared; echo theirs >/srv/theirs`)
	const note = " resource note /home/plain/n "
	for _, c := range []struct{ words, says, there string }{
		{" types", "note .* 1/1", ""},
		{note + "ensure=present text=one --noop", "1 change planned", ""},
		{note + "ensure=present text=one", "created", "one"},
		{note + "text=two", "changed 'one' to 'two'", "two"},
		{" undo", "changed", "one"},
		{" resource note /srv/theirs text=mine", "Permission denied", "one"},
		{" resource note /home/plain/shared/n ensure=present", "cannot change files of a different user or group", "one"},
		{note + "ensure=absent", "removed", ""},
	} {
		got := run(`setpriv --reuid 1234 --regid 1234 --clear-groups env HOME=/home/plain /opt/ralsh --modulepath /srv/notes` + c.words + ` 2>&1 || true`)
		there := strings.TrimSpace(run("cat /home/plain/n 2>/dev/null || true"))
		if !regexp.MustCompile(c.says).MatchString(got) || there != c.there {
			t.Errorf("ralsh%s leaves %q, not %q, and says, not %q:\n%s", c.words, there, c.there, c.says, got)
		}
	}
	if got := run("cat /srv/theirs /srv/looked; ls -A /home/plain/shared"); got != "theirs\n" {
		t.Errorf("there is %q", got)
	}
}

// TestRubyLooks runs a command that the code looks with: in the confinement, where it
// leaves no trace, and on the host where config.yaml says so.
func TestRubyLooks(t *testing.T) {
	t.Parallel()
	text := mustEnter(t, rubyRoot(t), noteScript()+`
		export XDG_CONFIG_HOME=/srv/config
		mkdir -p /srv/config/ralsh
		for looks in known '{psql: run}' run '{note-look: run}'; do
			printf 'modules:\n  path: [/srv/notes]\n  looks: %s\n' "$looks" >/srv/config/ralsh/config.yaml
			ralsh resource note /srv/n ensure=present text=x --noop 2>&1
			echo "$looks: $(sort -u /srv/looked)"
			: >/srv/looked
		done`)
	if !strings.Contains(text, "\nknown: \n") || !strings.Contains(text, "\n{psql: run}: \n") || !strings.Contains(text, "\nrun: /srv/n\n") ||
		!strings.Contains(text, "\n{note-look: run}: /srv/n\n") || strings.Count(text, "1 change planned") != 4 {
		t.Errorf("it says\n%s", text)
	}
}
