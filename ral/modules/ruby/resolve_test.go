package ruby

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/local"
)

// factFilesOf are facts as modules have them, good and bad.
var factFilesOf = map[string]string{
	"lib/facter/good.rb": `
shared = []
Facter.add(:structured) { setcode { { sym: :val, 'n' => { 1 => [1.5, true, nil] } } } }
Facter.add(:none) { setcode { nil } }
Facter.add(:command) { setcode 'echo hi there' }
Facter.add(:executed) { setcode { Facter::Core::Execution.execute('echo a; echo b >&2') } }
Facter.add(:failing) { setcode { Facter::Core::Execution.execute('/nonexistent/x', on_fail: 'instead') } }
Facter.add(:asks) { setcode { [Facter.value(:kernel), Facter.fact(:os).value['family'], Facter[:kernel].value, Facter.value('elsewhere')] } }
Facter.add(:objects) { setcode { [:none, :missing, :confined, :command, :unknown].map { |name| Facter.fact(name)&.then { |f| [f.name, f.value] } } } }
Facter.add(:heavy) { has_weight 10; setcode { 'ten' } }
Facter.add(:heavy) { confine kernel: 'Plan9'; setcode { 'confined' } }
Facter.add(:confined) { confine kernel: 'Linux'; setcode { 'no' } }
Facter.add(:aggregate, type: :aggregate) { chunk(:a) { { x: 1 } }; chunk(:b) { { y: 2 } } }
Facter.add(:time) { setcode { Time.at(0).utc } }
Facter.add(:first) { setcode { shared << 1; 'first' } }
Facter.add(:second) { confine(:first) { true }; setcode { shared.length } }
`,
	"lib/facter/elsewhere.rb": `
Facter.add(:missing) { setcode { nil } }
Facter.add(:elsewhere) { setcode { 'other ' + Facter.value(:command) } }
`,
	"lib/facter/bad.rb": `
Facter.add(:raises) { setcode { raise 'boom' } }
Facter.add(:exits) { setcode { exit 3 } }
Facter.add(:dies) { setcode { exit! 3 } }
Facter.add(:writes) { setcode { File.write('/fact-was-here', 'x') } }
Facter.add(:acts) { setcode { Facter::Core::Execution.execute('touch /fact-was-here; echo done') } }
Facter.add(:spawns) { setcode { Process.spawn('touch /fact-was-here') } }
Facter.add(:hangs) { setcode { loop {} } }
Facter.add(:floods) { setcode { 'x' * 200_000_000 } }
Facter.add(:sleeps) { setcode { Facter::Core::Execution.execute('sleep 100', timeout: 1) } }
Facter.add(:itself) { setcode { Facter.value(:itself) } }
Facter.add(:object) { setcode { Object.new } }
`,
	"lib/facter/late.rb": `
Facter.add(:expires, timeout: 0.01) { setcode { loop {} } }
Facter.add(:invalid) { setcode { Object.new } }
Facter.add(:invalid) { has_weight 1; setcode { raise ArgumentError, 'heavier' } }
Facter.add(:replaced) { setcode { 'instead' } }
Facter.add(:replaced) { has_weight 1; setcode { Object.new } }
Facter.add(:reads_failed) { setcode { "got #{Facter.value(:expires).inspect}" } }
`,
	"lib/facter/undefined.rb": `Facter.add(:undefined) { no_such_method }`,
	"lib/facter/options.rb":   `Facter.add(:options, colour: 1) { setcode { 1 } }`,
	"lib/facter/newer.rb":     newerFacter + `Facter.add(:newer) { setcode { 'new' } }`,
	"lib/facter/newer_bad.rb": newerFacter + `Facter.add(:newer_bad) { setcode { Object.new } }`,
	"lib/facter/syntax.rb":    `Facter.add(:syntax { `,
	"lib/facter/circle1.rb":   `Facter.add(:circle1) { setcode { Facter.value(:circle2) } }`,
	"lib/facter/circle2.rb":   `Facter.add(:circle2) { setcode { 'two' + Facter.value(:circle3).to_s } }`,
	"lib/facter/circle3.rb":   `Facter.add(:circle3) { setcode { 'three' } }`,
}

// newerFacter imitates Facter of September 2025 and later, where normalize takes two
// arguments.
const newerFacter = `
class << LegacyFacter::Util::Normalization
  alias older normalize
  define_method(:normalize) { |value, of| older(value) }
end
LegacyFacter::Core::Resolvable.define_method(:value) do
  LegacyFacter::Util::Normalization.normalize(resolve_value, fact.name)
rescue StandardError => e
  Facter.log_exception(e, 'it is only logged')
  nil
end
`

// TestFact resolves facts as Facter 4 does, and keeps each bad one to itself.
func TestFact(t *testing.T) {
	if !inRoot(t) {
		return
	}
	b := living(t, factFilesOf)
	b.own.limit = time.Second
	if _, err := b.Fact(t.Context(), local.Machine().Reader(), *b.own.named["hangs"]); err == nil || !strings.Contains(err.Error(), "the Ruby code did not answer within 1s (operation fact)") {
		t.Errorf("hangs: %v", err)
	}
	b.own.limit = time.Minute // the others have to answer on a busy machine too
	for name, c := range map[string]struct{ want, err string }{
		"structured":   {want: `{"n":{"1":[1.5,true,null]},"sym":"val"}`},
		"none":         {want: "null"},
		"command":      {want: `"hi there"`},
		"executed":     {want: `"a"`},
		"failing":      {want: `"instead"`},
		"asks":         {want: `["Plan9","Test","Plan9","other hi there"]`},
		"objects":      {want: `[["none",null],["missing",null],["confined",null],["command","hi there"],null]`},
		"heavy":        {want: `"ten"`},
		"confined":     {want: "null"},
		"aggregate":    {want: `{"x":1,"y":2}`},
		"time":         {want: `"1970-01-01T00:00:00Z"`},
		"second":       {want: "1"}, // by what the first has left in its file
		"circle1":      {want: `"twothree"`},
		"raises":       {err: "RuntimeError: boom ("},
		"expires":      {err: "Timeout::Error: execution expired"},
		"invalid":      {err: "ArgumentError: heavier ("},
		"replaced":     {want: `"instead"`},
		"reads_failed": {want: `"got nil"`},
		"undefined":    {err: "NameError: undefined local variable or method"},
		"options":      {err: "ArgumentError: Invalid resolution options [:colour]"},
		"newer":        {want: `"new"`},
		"newer_bad":    {err: "NormalizationError: Expected #<Object"},
		"exits":        {err: "the code ended the process: exit ("},
		"dies":         {err: "the process ended with status 3"},
		"writes":       {err: "Read-only file system"},
		"acts":         {want: `"done"`},
		"spawns":       {err: "Operation not permitted - spawn touch"},
		"floods":       {err: "the answer of the process is larger than 64 MiB"},
		"sleeps":       {err: "it took too long"},
		"itself":       {err: "Caught recursion on itself"},
		"object":       {err: "to be one of [Integer,"},
		"syntax":       {err: "lib/facter/syntax.rb:1: syntax error"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own := b.own.named[name]
			if own == nil {
				t.Fatal("there is no such fact")
			}
			got, err := b.Fact(t.Context(), local.Machine().Reader(), *own)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%v: %v, not %q", got, err, c.err)
				}
				return
			}
			data, bad := got.MarshalJSON()
			if err != nil || bad != nil || string(data) != c.want {
				t.Errorf("%s, not %s: %v %v", data, c.want, err, bad)
			}
		})
	}
	t.Cleanup(func() {
		if _, err := os.Stat("/fact-was-here"); err == nil {
			t.Error("a fact changed this machine")
		}
	})
}

// TestFactOfType describes a type that asks for a fact in Ruby: the worker, which cannot
// answer anything else then, is not waited for.
func TestFactOfType(t *testing.T) {
	if !inRoot(t) {
		return
	}
	b := living(t, map[string]string{
		"lib/facter/told.rb": `Facter.add(:told) { setcode { 'of ' + Facter.value(:kernel) } }`,
		"lib/puppet/type/asking.rb": `
said = Facter.value(:told)
Puppet::Type.newtype(:asking) do
  @doc = "It is #{said}."
  newparam(:name, namevar: true)
end
`,
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	d, err := b.Describe(ctx, "asking")
	if err != nil || !strings.Contains(d.Doc, "It is of Plan9.") {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestFactNoPuppetRun resolves a fact on a host where Puppet never ran: the directories of
// its settings do not exist, and Ruby code cannot make them.
func TestFactNoPuppetRun(t *testing.T) {
	if !inRoot(t) {
		return
	}
	for _, dir := range []string{"/etc/puppet", "/etc/puppetlabs", "/var/lib/puppet", "/var/log/puppet"} {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	b := living(t, map[string]string{"lib/facter/alone.rb": `Facter.add(:alone) { setcode { Puppet[:confdir] } }`})
	got, err := b.Fact(t.Context(), local.Machine().Reader(), *b.own.named["alone"])
	if err != nil || got.Text() != "/etc/puppet" {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := os.Stat("/etc/puppet"); err == nil {
		t.Error("/etc/puppet was made")
	}
}

// TestFactsNotAsked starts no Ruby to know which facts there are.
func TestFactsNotAsked(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "lib/facter"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lib/facter/x.rb"), []byte("Facter.add(:x) { }"), 0o644); err != nil {
		t.Fatal(err)
	}
	b := Open(t.Context(), local.Machine().Reader(), Options{Modules: []Module{{"own", dir}}})
	if list := b.Facts(); len(list) != 1 || list[0].Name != "x" || !b.HasFact("x") || b.running() {
		t.Errorf("%v, running: %v", list, b.running())
	}
}
