package laws

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// scenario is a state of the machine and the resources to apply.
type scenario struct {
	name     string
	state    string   // script for sh that creates the state
	manifest string   // "" if command is set
	command  []string // arguments of ralsh resource
	breaks   []string // laws that a kept scenario is known to break
}

// String returns the scenario in a form that can be repeated by hand.
func (s scenario) String() string {
	text := "-- state.sh --\n" + s.state
	if s.manifest != "" {
		return text + "-- site.pp --\n" + s.manifest
	}
	return text + "-- resource --\n" + strings.Join(s.command, "\n") + "\n"
}

func (s scenario) argv(more ...string) []string {
	if s.manifest != "" {
		return append([]string{"apply", "/run/laws.pp"}, more...)
	}
	return append(append([]string{"resource"}, s.command...), more...)
}

// The laws, as they are named when broken.
const (
	noopChangesNothing = "1 noop changes nothing"
	reportedOnDisk     = "2 planned = reported = on disk"
	reportedCommands   = "3 planned = reported = commands"
	secondPlanEmpty    = "4 a second plan is empty"
	undoneOrSaid       = "5 undone, or said"
	failuresForeseen   = "6 failures foreseen"
)

// breach is one broken law.
type breach struct {
	law, text string
}

// verdict is the result of one scenario.
type verdict struct {
	breaches []breach
	judged   map[string]bool
	refused  string // why the run was refused before it began
	changed  int
	failed   int
	undone   string // exact, said, or nothing
	log      string
}

func (v *verdict) breaks(law, format string, args ...any) {
	v.breaches = append(v.breaches, breach{law, fmt.Sprintf(format, args...)})
}

// live plans a scenario, applies it, plans it again and undoes it, and judges each
// step.
func live(t testing.TB, m *machine, s scenario) *verdict {
	t.Helper()
	v := &verdict{judged: map[string]bool{}}
	m.sh(t, "set +e\n"+s.state+":\n")
	if s.manifest != "" {
		m.sh(t, "cat >/run/laws.pp <<'END OF MANIFEST'\n"+s.manifest+"\nEND OF MANIFEST\n")
	}
	before := m.snap(t, snapshot{})

	noop := m.traced(t, s.argv("--noop", "-o", "jsonl")...)
	after := m.snap(t, before)
	v.judged[noopChangesNothing] = true
	for _, d := range diff(before, after, true) {
		v.breaks(noopChangesNothing, "%s", d)
	}
	for _, c := range noop.commands {
		if !looks(c, s) {
			v.breaks(noopChangesNothing, "it ran %s", c)
		}
	}
	plan, err := listen(noop.stdout)
	if err != nil {
		v.breaks(noopChangesNothing, "%v\n%s", err, noop.stderr)
		return v
	}
	if plan.status == "refused" {
		v.refused = plan.message + noop.stderr
		return v
	}

	run := m.traced(t, s.argv("-o", "jsonl")...)
	done, err := listen(run.stdout)
	if err != nil {
		v.breaks(reportedOnDisk, "%v\n%s", err, run.stderr)
		return v
	}
	v.log = "-- jsonl --\n" + run.stdout + run.stderr
	changed := m.snap(t, before)
	v.samePlan(plan, done)
	v.onDisk(s, done, diff(before, changed, true))
	v.ofCommands(s, done, run.commands)
	v.foreseen(s, done)

	again := m.plain(t.Context(), s.argv("--noop", "-o", "jsonl")...)
	if second, err := listen(again.stdout); err != nil {
		v.breaks(secondPlanEmpty, "%v\n%s", err, again.stderr)
	} else {
		v.empty(s, done, second)
	}

	if len(done.acts) == 0 {
		return v
	}
	undo := m.plain(t.Context(), "undo", "1")
	v.log += "-- undo --\n" + undo.stdout + undo.stderr
	v.undoing(s, done, run.stdout+run.stderr, undo, diff(before, m.snap(t, before), false))
	return v
}

// looks reports whether a command only reads: a query of a provider, or a check in
// the manifest.
func looks(command string, s scenario) bool {
	checks := regexp.MustCompile(`(?m)^ *(?:onlyif|unless) *(?:=> '|=)(.*)$`).FindAllString(s.manifest+"\n"+strings.Join(s.command, "\n"), -1)
	return queries.MatchString(command) || slices.ContainsFunc(strings.Split(command, "'"), func(part string) bool {
		return len(part) > 3 && slices.ContainsFunc(checks, func(check string) bool { return strings.Contains(check, part) })
	})
}

// TestLooks knows the checks of an exec in a manifest and on a command line.
func TestLooks(t *testing.T) {
	manifest := scenario{manifest: "exec { 'a':\n  command => '/bin/rm x',\n  onlyif => '/usr/bin/test -e x',\n}\n"}
	line := scenario{command: []string{"exec", "one", "command=/bin/rm x", "unless=/usr/bin/test -e x"}}
	for _, s := range []scenario{manifest, line} {
		if !looks("/usr/bin/test -e x", s) || looks("/bin/rm x", s) || looks("/usr/bin/test -e x", scenario{}) {
			t.Errorf("%v", s)
		}
	}
}

// queries matches the queries of the providers.
var queries = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`/usr/bin/crontab (-u \S+ )?-l`,
	`/usr/bin/dpkg-query .*`,
	`/usr/bin/apt-cache .*`,
	`/usr/bin/apt-get (-o \S+ |-q )*(-s|--simulate) .*`,
	`/usr/bin/apt-mark show.*`,
	`/usr/bin/update-alternatives --(query|get-selections|list|display).*`,
	`/usr/bin/systemctl (show|is-\S+|list-\S+|cat|get-default|--version|help).*`,
	`/usr/bin/getent .*`, `/usr/sbin/getent .*`,
	`/usr/bin/dpkg --compare-versions .*`, `/usr/bin/dpkg --print.*`,
	`/usr/bin/augtool .*`, `/usr/bin/gem list .*`,
	`/usr/bin/chage -l .*`,
	`/usr/bin/passwd -S .*`,
}, "|") + `)$`)

// samePlan checks that the plan of the apply equals that of --noop.
func (v *verdict) samePlan(plan, done *told) {
	for _, s := range done.steps {
		if !s.inPlan {
			continue
		}
		first := plan.by[s.resource]
		if first == nil || !slices.Equal(texts(first.acts), texts(s.acts)) {
			v.breaks(reportedOnDisk, "--noop planned other acts for %s", s.resource)
		}
	}
}

func texts(acts []act) []string {
	all := []string{}
	for _, a := range acts {
		all = append(all, a.Text)
	}
	return all
}

// sameAct reports whether a run did a planned act. A content that a later step makes a secret
// is hidden only in the run.
func sameAct(planned, done string) bool {
	const hidden = ", content [redacted],"
	return planned == done || strings.Contains(done, hidden) && sizes.ReplaceAllString(planned, hidden) == done
}

var sizes = regexp.MustCompile(`, (?:new, \d+ bytes?|\d+ -> \d+ bytes?|\d+ bytes? in place of [^,]+),`)

// uncertain reports whether the plan called the result unknown.
func (s *step) uncertain() bool {
	return s.until > 0 || slices.ContainsFunc(s.changes, func(c change) bool { return c.Certainty == "unknown" })
}

// onDisk checks that the planned acts were done, and that the disk shows exactly
// these changes.
func (v *verdict) onDisk(sc scenario, done *told, differences []difference) {
	v.judged[reportedOnDisk] = true
	for _, s := range done.steps {
		if !s.inPlan || !s.inRun || s.status == "failed" || s.uncertain() {
			continue
		}
		if want, got := texts(s.acts), texts(s.done); !slices.EqualFunc(want, got, sameAct) && s.status == "changed" {
			v.breaks(reportedOnDisk, "%s planned\n  %s\nand did\n  %s", s.resource, strings.Join(want, "\n  "), strings.Join(got, "\n  "))
		}
		if len(s.done) > 0 && s.planned != "planned" {
			v.breaks(reportedOnDisk, "%s was planned as %s, and did %q", s.resource, s.planned, texts(s.done))
		}
	}
	touched := map[string]bool{}
	for _, d := range differences {
		if !d.probe {
			touched[d.name] = true
		}
		meant := d.text != touchedOnly
		if own := d.probe || strings.HasPrefix(d.name, "/var/lib/ralsh") || !meant; own {
			continue
		}
		if !slices.ContainsFunc(done.acts, func(a act) bool { return a.explains(d) }) {
			v.breaks(reportedOnDisk, "no act tells of %s", d)
		}
	}
	for i, a := range done.acts {
		name, _ := a.path()
		if name == "" || a.Error != "" || touched[name] || unseen(name) {
			continue
		}
		gone := slices.ContainsFunc(done.acts, func(b act) bool {
			other, below := b.path()
			return b.Kind == "remove" && (other == name || below && strings.HasPrefix(name, other+"/")) || b.Kind == "run" && b.mentions(name)
		})
		if !gone {
			v.breaks(reportedOnDisk, "act %d is told and nothing on the disk is another: %s", i+1, a.Text)
		}
	}
}

func unseen(name string) bool {
	for ; name != "/" && name != "."; name = path.Dir(name) {
		if unwatched(name) {
			return true
		}
	}
	return false
}

// mentions reports whether the command contains the path or one of its parents.
func (a act) mentions(name string) bool {
	for ; strings.Count(name, "/") > 1; name = path.Dir(name) {
		if strings.Contains(a.Text, name) {
			return true
		}
	}
	return false
}

// effects maps commands to the paths that they change.
var effects = []struct{ command, paths *regexp.Regexp }{
	{
		regexp.MustCompile(`/(user|group)(add|mod|del)$|/(gpasswd|chpasswd|chage|usermod|passwd)$`),
		regexp.MustCompile(`^/etc/(passwd|shadow|group|gshadow|subuid|subgid)-?$|^/home(/.*)?$|^/var/(spool/)?mail/|^/etc$`),
	},
	{regexp.MustCompile(`/crontab$`), regexp.MustCompile(`^/var/spool/cron/crontabs(/|$)`)},
	{regexp.MustCompile(`/systemctl$`), regexp.MustCompile(`^/etc/systemd/system(/|$)|^/etc/rc[0-6S]\.d/`)},
	{
		regexp.MustCompile(`/(apt-get|dpkg|apt-mark)$`),
		regexp.MustCompile(`^/var/lib/dpkg(/|$)|^/usr/share/laws-|^/etc/laws-|^/etc$|^/etc/ld\.so\.cache$`),
	},
	{regexp.MustCompile(`/update-alternatives$`), regexp.MustCompile(`^/etc/alternatives/|^/var/lib/dpkg/alternatives(/|$)|^/usr/local/bin/laws-`)},
	{regexp.MustCompile(`/(mount|umount)$`), regexp.MustCompile(`^/mnt/`)},
}

// explains reports whether the act is the reason for the difference.
func (a act) explains(d difference) bool {
	name, below := a.path()
	if name != "" {
		return name == d.name || below && strings.HasPrefix(d.name, name+"/")
	}
	command, _, _ := strings.Cut(strings.TrimPrefix(a.Text, "$ "), " ")
	for _, e := range effects {
		if e.command.MatchString(command) && e.paths.MatchString(d.name) {
			return true
		}
	}
	return a.mentions(d.name)
}

// ofCommands checks that the executed commands are the reported ones, in the same
// order.
func (v *verdict) ofCommands(s scenario, done *told, executed []string) {
	v.judged[reportedCommands] = true
	var want []act
	for _, a := range done.acts {
		if a.Kind == "run" {
			want = append(want, a)
		}
	}
	i := 0
	for _, c := range executed {
		switch {
		case i < len(want) && want[i].isCommand(c):
			i++
		case looks(c, s):
		default:
			v.breaks(reportedCommands, "it ran %s, and the report has %q next", c, next(want[i:]))
			return
		}
	}
	if i < len(want) && !strings.Contains(want[i].Error, "not found") {
		v.breaks(reportedCommands, "the report has %q, which was not executed\n  %s", next(want[i:]), strings.Join(executed, "\n  "))
	}
}

func next(acts []act) string {
	if len(acts) == 0 {
		return "nothing"
	}
	return acts[0].Text
}

// empty checks that a second plan changes nothing, except for resources that run each
// time.
func (v *verdict) empty(s scenario, first, second *told) {
	v.judged[secondPlanEmpty] = true
	text := map[string]bool{} // resources that run each time, and the ones that they notify
	for _, st := range second.steps {
		text[st.resource] = len(st.changes) == 0 && len(st.refreshed) > 0 &&
			!slices.ContainsFunc(st.refreshed, func(ref string) bool { return !always(ref, s.manifest) && !text[ref] })
		if st.planned == "in sync" || st.planned == "in_sync" || len(st.changes) == 0 && len(st.acts) == 0 {
			continue
		}
		ran := first.by[st.resource]
		if ran == nil || !ran.inRun || ran.status != "changed" && ran.status != "unchanged" && ran.status != "in sync" {
			continue
		}
		if always(st.resource, s.manifest) || strings.HasPrefix(st.planned, "blocked") {
			continue
		}
		if text[st.resource] {
			continue
		}
		// A daemon may end by itself after its start. The plan therefore calls a
		// start computed, not exact.
		if strings.HasPrefix(st.resource, "Service[") && slices.ContainsFunc(ran.changes, func(c change) bool { return c.Property == "ensure" && c.Certainty != "exact" }) {
			continue
		}
		v.breaks(secondPlanEmpty, "%s, which was %s, is %s again: %v %q %s", st.resource, ran.status, st.planned, st.changes, texts(st.acts), st.plannedWhy)
	}
}

// always reports whether a resource runs each time: an exec without a check, a
// notify, and the resources that they refresh.
func always(ref, manifest string) bool {
	kind, title, _ := strings.Cut(strings.TrimSuffix(ref, "]"), "[")
	if kind == "Notify" {
		return true
	}
	if kind != "Exec" {
		return false
	}
	_, body, _ := strings.Cut(manifest, "exec { '"+title+"':")
	body, _, _ = strings.Cut(body, "\n}")
	return !regexp.MustCompile(`(creates|onlyif|unless|refreshonly) `).MatchString(body)
}

// foreseen checks that the plan predicted each failure.
func (v *verdict) foreseen(s scenario, done *told) {
	v.judged[failuresForeseen] = true
	for _, st := range done.steps {
		if st.status == "changed" {
			v.changed++
		}
		if st.status != "failed" && st.status != "did_not_take" {
			continue
		}
		v.failed++
		if !st.inPlan || st.uncertain() || st.planned != "planned" {
			continue
		}
		if slices.ContainsFunc(st.changes, func(c change) bool { return c.Status == "blocked" }) {
			continue // the plan reported the failure of this property and still tries the others
		}
		// The result of a command in the manifest cannot be predicted.
		if strings.HasPrefix(st.resource, "Exec[") {
			continue
		}
		if st.with != "" && done.by[st.with] != nil && done.by[st.with].status == "failed" {
			continue
		}
		v.breaks(failuresForeseen, "%s was planned and %s: %s %s", st.resource, st.status, st.message, strings.Join(st.failures, "; "))
	}
}

// undoing checks that the state is as before, or that the undo reported every difference. It
// exits with 1 unless all differences are notes, or losses that the plan of the run announced.
func (v *verdict) undoing(s scenario, done *told, announced string, undo ran, differences []difference) {
	v.judged[undoneOrSaid] = true
	text := undo.stdout + undo.stderr
	v.undone = "exact"
	for _, d := range differences {
		if forgotten(d) {
			continue
		}
		switch line := said(text, d, done); {
		case line != "":
			v.undone = "said"
			_, reason, _ := strings.Cut(line, "]: ")
			if undo.exit == 0 && !strings.HasPrefix(reason, "note: ") && !strings.Contains(announced, reason) {
				v.breaks(undoneOrSaid, "exit status 0, and %s", d)
			}
		default:
			v.undone = "wrong"
			v.breaks(undoneOrSaid, "not said, exit status %d: %s", undo.exit, d)
		}
	}
	if undo.exit > 1 || undo.exit < 0 {
		v.breaks(undoneOrSaid, "exit status %d", undo.exit)
	}
}

// forgotten reports whether a difference is a tool's own record: a backup of an
// account file, or entries in another order.
func forgotten(d difference) bool {
	if strings.HasPrefix(d.name, "/var/lib/ralsh") || strings.HasPrefix(d.name, "/var/lib/dpkg/") && !strings.HasPrefix(d.name, "/var/lib/dpkg/status") {
		return true
	}
	if d.probe && strings.HasPrefix(d.name, "unit ") {
		// systemd remembers that a stopped unit failed, and forgets a unit that no
		// other unit refers to. The links between units are compared as files.
		known := func(is string) string {
			is = strings.NewReplacer("failed failed", "inactive dead").Replace(is)
			return strings.TrimPrefix(is, "loaded inactive dead")
		}
		return known(d.isProbe) == known(d.wasProbe)
	}
	switch d.name {
	case "/etc/passwd-", "/etc/shadow-", "/etc/group-", "/etc/gshadow-", "/etc/subuid-", "/etc/subgid-", "/var/lib/dpkg/status-old":
		return true
	case "/etc/passwd", "/etc/group", "/etc/gshadow", "/etc/shadow", "/etc/subuid", "/etc/subgid":
		return d.had && d.has && d.was.mode == d.is.mode && d.was.uid == d.is.uid && d.was.gid == d.is.gid &&
			slices.Equal(entries(d.name, d.was.text), entries(d.name, d.is.text))
	case "/var/spool/cron/crontabs/" + path.Base(d.name):
		return d.had && d.has && d.was.mode == d.is.mode && d.was.uid == d.is.uid && d.was.gid == d.is.gid &&
			headless(d.was.text) == headless(d.is.text)
	case "/var/lib/dpkg/status":
		return d.had && d.has && slices.Equal(stanzas(d.was.text), stanzas(d.is.text))
	}
	return false
}

// entries returns the lines sorted, and with sorted members of groups. Those of /etc/shadow
// are without the day of the last change, which passwd(1) sets.
func entries(name string, text []byte) []string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, line := range lines {
		fields := strings.Split(line, ":")
		switch {
		case name == "/etc/shadow" && len(fields) > 2:
			fields[2] = ""
		case (name == "/etc/group" || name == "/etc/gshadow") && len(fields) > 3:
			members := strings.Split(fields[3], ",")
			slices.Sort(members)
			fields[3] = strings.Join(members, ",")
		}
		lines[i] = strings.Join(fields, ":")
	}
	slices.Sort(lines)
	return lines
}

// headless returns a crontab without the three lines in which crontab(1) writes the
// time.
func headless(text []byte) string {
	return regexp.MustCompile(`\A# DO NOT EDIT.*\n# \(.* installed on .*\n# \(Cron version .*\n`).ReplaceAllString(string(text), "")
}

// stanzas returns the packages and their state, sorted.
func stanzas(text []byte) []string {
	var all []string
	for stanza := range strings.SplitSeq(string(text), "\n\n") {
		var keep []string
		for line := range strings.Lines(stanza) {
			if key, _, _ := strings.Cut(line, ":"); key == "Package" || key == "Status" || key == "Version" {
				keep = append(keep, line)
			}
		}
		all = append(all, strings.Join(keep, ""))
	}
	slices.Sort(all)
	return all
}

var notUndone = regexp.MustCompile(`(?m)^ralsh: (?:cannot undo )?([A-Z]\w*\[.*?\])(?:: [\w, ]+)?: .*$`)

// said returns the line in which the undo named the difference, or "".
func said(text string, d difference, done *told) string {
	for _, m := range notUndone.FindAllStringSubmatch(text, -1) {
		line, ref := m[0], m[1]
		kind, title, _ := strings.Cut(strings.TrimSuffix(ref, "]"), "[")
		if d.probe {
			if strings.Contains(line, strings.Fields(d.name)[len(strings.Fields(d.name))-1]) || strings.Contains(d.name, title) {
				return line
			}
			continue
		}
		for name := d.name; strings.Count(name, "/") > 1; name = path.Dir(name) {
			if strings.Contains(line, name) {
				return line
			}
		}
		switch kind {
		case "User":
			if (strings.HasPrefix(d.name, "/home/"+title) || strings.HasPrefix(d.name, "/srv/home")) && strings.Contains(line, "home") {
				return line
			}
		case "Service":
			if strings.HasSuffix(d.name, "/"+title+".service") && strings.Contains(line, "mask") ||
				regexp.MustCompile(`^/etc/rc[0-6S]\.d/[SK]\d\d`+regexp.QuoteMeta(title)+"$").MatchString(d.name) && strings.Contains(line, "links that enable") {
				return line
			}
		case "Package":
			if !strings.HasSuffix(line, ": removed") && (strings.Contains(d.name, "laws-") || d.name == "/var/lib/dpkg/status") {
				return line
			}
		}
		// The undo cannot revert this resource, so its acts explain the difference.
		if st := done.by[ref]; st != nil && !strings.Contains(line, ": not undone: ") && !strings.Contains(line, ": note: ") {
			if slices.ContainsFunc(st.done, func(a act) bool { return a.explains(d) }) {
				return line
			}
		}
	}
	return ""
}
