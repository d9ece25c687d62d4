package ruby_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"ralsh/facts"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/ruby"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// talks is a module whose providers talk with a running process, as debconf does.
var talks = map[string]string{
	"puppet/type/talk.rb": `
Puppet::Type.newtype(:talk) do
  newparam(:name, namevar: true)
  newproperty(:value)
end`,
	"puppet/provider/talk/popen.rb": `
Puppet::Type.type(:talk).provide(:popen) do
  def self.say(*lines)
    db = IO.popen('/srv/db', 'w+')
    answers = lines.map { |line| db.puts(line); db.gets("\n") or raise Puppet::Error, 'the database closed the pipe' }
    db.close_write
    rest = db.read(nil)
    db.close_read
    raise Puppet::Error, "wrong end #{rest.inspect}" unless rest == "bye\n"
    answers.last.chomp
  end
  def value; self.class.say('GET x', "GET #{resource[:name]}"); end
  def value=(v)
    old = self.class.say("GET #{resource[:name]}")
    self.class.say("SET #{resource[:name]} #{v}-after-#{old}")
  end
end`,
	"puppet/provider/talk/open3.rb": `
Puppet::Type.type(:talk).provide(:open3) do
  def value
    Open3.popen3({ 'GREETS' => 'hello' }, '/srv/db') do |input, output, errors, thread|
      input << "GET x\n" << "GET #{resource[:name]}\nFAIL\n"
      2.times { @line = output.readline(chomp: true) }
      fault = errors.gets
      input.close
      raise Puppet::Error, "#{fault.inspect} #{thread.value.exitstatus}" unless fault == "no\n" && thread.value.exitstatus.zero? && output.eof? == false
    end
    @line
  end
  def value=(v)
    @kept, output, = Open3.popen2('/srv/db') # and forgets it
    @kept.puts "SET #{resource[:name]} #{v}-after-open3"
    output.each_line { |line| break line }
  end
end`,
	"puppet/provider/talk/whole.rb": `
Puppet::Type.type(:talk).provide(:whole) do
  def value
    Open3.popen3('/srv/db') { |i, o, _, _| i.puts "GET #{resource[:name]}"; o.read.lines.first.chomp }
  end
  def value=(v)
    raise 'it does not end' unless IO.popen('/bin/cat', 'r+') { |p| p.write('x' * 300_000); p.gets(4) } == 'xxxx'
    IO.popen(['/bin/true'], 'r+') { |p| p.readpartial(1) rescue p.puts("late\n" * 100_000) }
  rescue Errno::EPIPE
    IO.popen('/srv/db', 'w') { |p| p.puts "SET #{resource[:name]} #{v}-after-whole" }
  end
end`,
}

// talkDB answers a line for each line, from a file.
const talkDB = `#!/bin/bash
while read -r verb key value; do
  case $verb in
    GET) [[ -f /srv/db.$key ]] && cat /srv/db.$key || echo none ;;
    SET) echo "$value" >/srv/db.$key; echo ok ;;
    FAIL) echo no >&2 ;;
  esac
done
echo bye
`

// TestConversation reads and changes through processes that answer while they run.
// Reading cannot change anything; a plan does not know what a conversation would change,
// and names its command; a run shows both directions.
func TestConversation(t *testing.T) {
	if !inside(t) {
		return
	}
	for file, text := range talks {
		writeFile(t, "/srv/talks/lib/"+file, text)
	}
	writeFile(t, "/srv/db", talkDB)
	if err := os.Chmod("/srv/db", 0o755); err != nil {
		t.Fatal(err)
	}
	f := facts.New(local.Machine().Reader())
	b := open(t, []ruby.Module{{Name: "talks", Path: "/srv/talks"}}, f)
	d, err := b.Describe(t.Context(), "talk")
	if err != nil {
		t.Fatal(err)
	}
	reg := ral.NewRegistry()
	typ, providers := b.Type(d, ral.Origin{File: d.File})
	reg.Add(typ, providers...)
	env := onhost.NewEnv(reg, local.Machine().Reader(), f)
	for _, c := range []struct{ provider, command, written string }{
		{"popen", "/srv/db", "new-after-old"},
		{"open3", "/srv/db", "new-after-open3"},
		{"whole", "/bin/cat", "new-after-whole"},
	} {
		file := "/srv/db." + c.provider
		writeFile(t, file, "old\n")
		planned := func() *transaction.Plan {
			plan, err := transaction.NewPlan(t.Context(), env, []ral.Decl{reading("talk", c.provider, "value", "new", "provider", c.provider)})
			if err != nil {
				t.Fatal(err)
			}
			return plan
		}
		plan := planned()
		s := plan.Steps[0]
		if s.Err != nil || len(s.Changes) != 1 || s.Changes[0].Is.Text() != "old" || s.Changes[0].Certainty != ral.UnknownUntil || !strings.Contains(s.Changes[0].Note, c.command) {
			t.Fatalf("%s: planned %+v, %v", c.provider, s.Changes, s.Err)
		}
		if got := readFile(t, file); got != "old\n" {
			t.Errorf("%s: the plan wrote %q", c.provider, got)
		}
		var said []string
		rep, err := plan.Apply(t.Context(), local.Machine().Writer(), transaction.Options{Emit: func(ev transaction.Event) {
			if out, is := ev.(transaction.ActOutput); is {
				said = append(said, out.Line)
			}
		}})
		if err != nil || rep.Steps[0].Err != nil {
			t.Fatalf("%s: %v, %v", c.provider, err, rep.Steps[0].Err)
		}
		if got := readFile(t, file); got != c.written+"\n" {
			t.Errorf("%s: the run wrote %q", c.provider, got)
		}
		if c.provider == "popen" && (!slices.Contains(said, "> SET popen new-after-old") || !slices.Contains(said, "ok") || !slices.Contains(said, "old")) {
			t.Errorf("%s: the run shows %q", c.provider, said)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
