package e2e_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"ralsh/ral/raltest/real"
)

const (
	rubyFixtures = "../../ral/modules/ruby/testdata/modules"
	rubyPath     = "/srv/fixtures:/usr/share/puppet/modules"
)

// TestRubyApply applies the manifests of testdata/ruby, whose types are of Puppet
// modules: a plan, a run, a second run, and an undo. What the plan says is what the run
// does. The files that changed, what changed in a server or the kernel, the commands
// that changed something, and what a second run changes are the same as in the record
// of what Debian's Puppet did. A line that differs is in differences.txt of the archive,
// with its reason in a comment before it. What an undo leaves is there as undo, or as
// unsaid if the undo does not say that it leaves anything. With RALSH_AGAINST, Puppet
// applies the manifests in roots of its own, and keep records or checks what it did.
func TestRubyApply(t *testing.T) {
	t.Parallel()
	rubyApply(t, func(name string) bool { return slices.Contains(someRuby, name) })
}

// TestRubyApplyOthers does the same with the manifests that are not in someRuby.
func TestRubyApplyOthers(t *testing.T) {
	real.Full(t)
	t.Parallel()
	rubyApply(t, func(name string) bool { return !slices.Contains(someRuby, name) })
}

// someRuby names the manifests that each run of CI applies: of each kind of provider, one
// of a file, of commands, of a server, of the Resource API, and of the tests themselves.
var someRuby = []string{"alternatives", "api", "concat", "evil", "inifile", "mysql", "own"}

func rubyApply(t *testing.T, selects func(name string) bool) {
	t.Helper()
	archives, err := filepath.Glob("testdata/ruby/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, file := range archives {
		if !selects(strings.TrimSuffix(filepath.Base(file), ".txtar")) {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			c := readRubyCase(t, file)
			record := filepath.Join(filepath.Dir(file), recordedIn, filepath.Base(file))
			if against(t) != "" {
				keep(t, record, c.applyWithPuppet(t).text())
			}
			theirs := readAccount(t, record)
			start := time.Now()
			ours := c.applyWithRalsh(t)
			took := time.Since(start).Round(10 * time.Millisecond)
			compareRuby(t, c, theirs, ours)
			t.Logf("%d resources, %d commands, %d lines of files, %d of state, %d of a log, %v", len(ours["resources"]), len(theirs["commands"]),
				len(theirs["files"]), len(theirs["state"]), len(theirs["log"]), took)
		})
	}
}

// rubyCase is an archive: site.pp, and what may be there: ready.sh, which prepares
// the root and may start a server, state.sh, which prints the state that is not in
// files, log.sh, which prints what a server was told to change, and differences.txt.
type rubyCase map[string]string

func readRubyCase(t *testing.T, file string) rubyCase {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := make(rubyCase)
	for _, f := range archive.Files {
		c[f.Name] = string(f.Data)
	}
	return c
}

// begun is the first command of each run: what Puppet runs before, it runs for facts
// and to find out which providers are suitable.
const begun = "/bin/echo begun"

// rubyPlace is a root in which a manifest is applied. Its namespaces last, so that
// what the kernel and servers keep is there for the next run.
type rubyPlace struct {
	root  string
	enter func(argv ...string) *exec.Cmd
	asks  string // what prints the state that is not in files
	told  string // what prints which changes a server was asked for
}

// place returns a root in which the manifest can be applied.
func (c rubyCase) place(t *testing.T) rubyPlace {
	t.Helper()
	root := rubyRoot(t)
	real.Write(t, filepath.Join(root, "tmp/site.pp"), "exec { '"+begun+"': }\n"+c["site.pp"], 0o644)
	p := rubyPlace{root, real.Stay(t, root), c["state.sh"], c["log.sh"]}
	p.run(t, c["ready.sh"])
	return p
}

// run runs a script there, and returns what it prints.
func (p rubyPlace) run(t *testing.T, script string) string {
	t.Helper()
	cmd := p.enter("bash", "-e")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// now returns what is there now.
func (p rubyPlace) now(t *testing.T) moment {
	t.Helper()
	lines := func(script string) []string { return strings.Split(strings.TrimSpace(p.run(t, script)), "\n") }
	return moment{snapshot(t, p.root), lines(p.asks), lines(p.told)}
}

// moment is what was there: the files, lines that say the state that is in none, and
// the log of a server.
type moment struct {
	files      map[string]fileState
	state, log []string
}

// changed returns what changed until a moment, of the files and of the other state.
func (m moment) changed(t *testing.T, p rubyPlace, until moment) (files, state []string) {
	t.Helper()
	return changedFiles(t, p.root, m.files, until.files), lineDiff(m.state, until.state)
}

// applyWithRalsh returns what ralsh did. That its plan is what it did is tested here.
func (c rubyCase) applyWithRalsh(t *testing.T) account {
	t.Helper()
	p := c.place(t)
	before := p.now(t)
	planned := p.ralshApply(t, "--noop")
	then := p.now(t)
	files, state := before.changed(t, p, then)
	if all := slices.Concat(files, state, lineDiff(before.log, then.log)); len(all) > 0 {
		t.Errorf("the plan changed:\n%s", strings.Join(all, "\n"))
	}
	done := p.ralshApply(t)
	all := account{"commands": done.commands(), "second": nil, "resources": done.names()}
	then = p.now(t)
	all["files"], all["state"] = before.changed(t, p, then)
	all["log"] = lineDiff(before.log, then.log)
	uncertain := planned.uncertain()
	all["plan"] = lineDiff(planned.acts(uncertain), done.acts(uncertain))
	for _, r := range p.ralshApply(t).Resources {
		if r.Status != "in_sync" && !strings.HasPrefix(r.Resource, "Exec["+begun) {
			all["second"] = append(all["second"], r.Resource)
		}
	}
	for _, r := range done.Resources {
		if r.Status != "changed" && r.Status != "in_sync" && r.Status != "refreshed" {
			t.Logf("%s is %s: %s", r.Resource, r.Status, r.Message)
		}
	}
	_, _ = p.enter("ralsh", "--modulepath", rubyPath, "undo", "2").CombinedOutput()
	out, _ := p.enter("ralsh", "--modulepath", rubyPath, "undo", "1").CombinedOutput()
	text := regexp.MustCompile(`(?m)^.*cannot undo Exec\[/bin/echo begun\].*\n`).ReplaceAllString(string(out), "")
	files, state = before.changed(t, p, p.now(t))
	left := append(topmost(files), state...)
	if strings.Contains(text, "cannot undo") || strings.Contains(text, "not undone") || strings.Contains(text, ": note: ") || strings.Contains(text, "did not take") {
		all["undo"] = left
	} else {
		all["unsaid"] = left
	}
	return all
}

// topmost returns the names of files, without those below another one.
func topmost(lines []string) []string {
	var names []string
	for _, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		if name != "" && (len(names) == 0 || !strings.HasPrefix(name, names[len(names)-1]+"/")) {
			names = append(names, name)
		}
	}
	return names
}

// applyWithPuppet returns what Puppet did.
func (c rubyCase) applyWithPuppet(t *testing.T) account {
	t.Helper()
	p := c.place(t)
	before := p.now(t)
	_, executed := p.puppetApply(t)
	all := account{"commands": puppetCommands(executed)}
	then := p.now(t)
	all["files"], all["state"] = before.changed(t, p, then)
	all["log"] = lineDiff(before.log, then.log)
	again, _ := p.puppetApply(t)
	for _, line := range again {
		if !strings.HasPrefix(line, "Exec["+begun) && !slices.Contains(all["second"], line) {
			all["second"] = append(all["second"], line)
		}
	}
	return all
}

// changedBy matches a change in the output of Puppet.
var changedBy = regexp.MustCompile(`^(?:Notice|Error): /Stage\[main\]/Main/(\w+\[.*?\])(?:/\w+)?: `)

// puppetApply applies the manifest, and returns the resources that changed or failed,
// and what was executed.
func (p rubyPlace) puppetApply(t *testing.T) (list []string, executed []real.Execution) {
	t.Helper()
	cmd := p.enter("puppet", "apply", "--modulepath", rubyPath, "--color", "false", "/tmp/site.pp")
	output, err := os.Create(filepath.Join(t.TempDir(), "output"))
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	cmd.Stdout, cmd.Stderr = output, output
	executed, err = real.Trace(cmd)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile(output.Name())
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if m := changedBy.FindStringSubmatch(line); m != nil {
			list = append(list, m[1])
		}
		if strings.HasPrefix(line, "Error: ") && !strings.Contains(line, "Facter") {
			t.Logf("Puppet: %s", line)
		}
	}
	return list, executed
}

// compareRuby compares what both did, except for the lines of differences.txt. The
// record has all commands of Puppet: which of them only look depends on ralsh's.
func compareRuby(t *testing.T, c rubyCase, theirs, ours account) {
	t.Helper()
	var diff []string
	theirs["commands"] = withoutLooks(theirs["commands"], ours["commands"])
	slices.Sort(theirs["second"])
	slices.Sort(ours["second"])
	for _, section := range []string{"files", "state", "log", "commands", "second"} {
		for _, line := range lineDiff(theirs[section], ours[section]) {
			diff = append(diff, section+": "+line)
		}
	}
	for _, section := range []string{"plan", "undo", "unsaid"} {
		for _, line := range ours[section] {
			diff = append(diff, section+": "+line)
		}
	}
	known := slices.DeleteFunc(strings.Split(c["differences.txt"], "\n"), func(line string) bool { return line == "" || strings.HasPrefix(line, "#") })
	for i, line := range diff {
		if !slices.Contains(known, line) {
			t.Errorf("- is Puppet, or the plan; + is ralsh, or its run:\n%s", strings.Join(diff[i:], "\n"))
			break
		}
	}
	for _, line := range known {
		if !slices.Contains(diff, line) {
			t.Errorf("no longer so: %s", line)
		}
	}
}

// ralshRun is what ralsh apply -o json prints.
type ralshRun struct {
	Status    string
	Resources []struct {
		Resource, Status, Message string
		Refreshes                 int
		Changes                   []struct{ Certainty string }
		Acts                      []struct{ Kind, Text string }
	}
	Findings []struct{ Message string }
}

func (p rubyPlace) ralshApply(t *testing.T, more ...string) ralshRun {
	t.Helper()
	out, err := p.enter(append([]string{"ralsh", "--modulepath", rubyPath, "apply", "-o", "json", "/tmp/site.pp"}, more...)...).Output()
	var run ralshRun
	if json.Unmarshal(out, &run) != nil || len(run.Findings) > 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	return run
}

// uncertain returns the resources whose plan is not certain.
func (r ralshRun) uncertain() []string {
	var all []string
	for _, res := range r.Resources {
		for _, c := range res.Changes {
			if c.Certainty != "exact" {
				all = append(all, res.Resource)
			}
		}
	}
	return all
}

// acts returns what was done, or is planned, by the resources that are not left out.
func (r ralshRun) acts(leftOut []string) []string {
	var all []string
	for _, res := range r.Resources {
		if slices.Contains(leftOut, res.Resource) {
			continue
		}
		all = append(all, res.Resource)
		for _, act := range res.Acts {
			all = append(all, "  "+act.Text)
		}
	}
	return all
}

func (r ralshRun) names() []string {
	var all []string
	for _, res := range r.Resources {
		all = append(all, res.Resource)
	}
	return all
}

func (r ralshRun) commands() []string {
	var all []string
	for _, res := range r.Resources {
		for _, act := range res.Acts {
			if line, ok := strings.CutPrefix(act.Text, "$ "); ok && line != begun {
				all = append(all, line)
			}
		}
	}
	return all
}

// mustEnter runs a script in a root.
func mustEnter(t *testing.T, root, script string) string {
	t.Helper()
	cmd := real.Enter(root, "bash", "-e")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// rubyRoot returns a root with ralsh, and the modules of the tests.
func rubyRoot(t *testing.T) string {
	t.Helper()
	root := real.Ruby(t)
	real.Install(t, root, "usr/local/bin/ralsh", real.Binary(t))
	for _, module := range []string{"api", "evil", "own"} {
		for _, dir := range []string{"puppet", "puppet_x"} { // its facts are slow on purpose
			from := filepath.Join(rubyFixtures, module, "lib", dir)
			if _, err := os.Stat(from); err != nil {
				continue
			}
			if err := os.CopyFS(filepath.Join(root, "srv/fixtures", module, "lib", dir), os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}
