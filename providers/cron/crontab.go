package cron

import (
	"context"
	"fmt"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func crontab() ral.Provider {
	return ral.Provider{
		Name: "crontab",
		Doc: "Reads and writes the crontabs of users with `crontab -l` and `crontab -`. With `--root`, it reads and writes " +
			"the files in `/var/spool/cron`. All other lines stay unchanged, byte for byte.",
		Commands: []ral.Command{
			{Binary: "crontab", Optional: true, Queries: [][]string{{"-l"}, {"-u", "*", "-l"}}, QueryFiles: []string{spools}}, accounts.Getent(),
		},
		Confines: []condition.Confine{condition.CommandUnlessBelow("crontab")},
		Writes: ral.Writes{
			Reach: func(*ral.Resource, host.Act) ral.Reach {
				return ral.Reach{Types: []string{"cron"}, Paths: []string{spools}}
			},
		},
		New: func() any { return newTabs() },
	}
}

// spools is the directory above the crontabs of users, which are in a
// subdirectory on some systems.
const spools = "/var/spool/cron"

// tabs is the behaviour: a parsedfile.Behaviour for the crontabs of all users,
// in which a path is the name of a user.
type tabs struct {
	*parsedfile.Behaviour
	spool
	numbers numbers
}

func newTabs() *tabs {
	t := &tabs{}
	format := Format()
	format.After = func(user string, lines []parsedfile.Line) { name(t.numbers.before(user), lines) }
	t.Behaviour = parsedfile.Provider{
		Format: format, Files: t, Fill: fill, BeforeWrite: named,
		UniqueKey: parsedfile.UniqueByName, Hooks: hooks{},
	}.Behaviour()
	return t
}

// Read returns the crontab of a user. It counts the unmanaged jobs of all
// crontabs first, because their numbers count over all crontabs.
func (t *tabs) Read(ctx context.Context, rd host.Reader, user string) ([]byte, error) {
	t.count(ctx, rd)
	return t.spool.Read(ctx, rd, user)
}

// Forget drops the written crontabs, so that they are read again.
func (t *tabs) Forget() { t.forget() }

func (t *tabs) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if !r.Has("command") {
		return nil // there is nothing to write, which Precheck reports
	}
	return t.Behaviour.Create(ctx, wr, r)
}

type hooks struct{}

// LineFinding returns the finding about a job on a line with CRLF.
func (hooks) LineFinding(line parsedfile.Line) string {
	if strings.HasPrefix(line.End, "\r") {
		return "the line ends with a carriage return (CRLF), which cron passes to the command"
	}
	return ""
}

// Predict reports the changes of other jobs of the same name, the jobs that
// also get the environment, and the times that a special time replaces.
func (t *tabs) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f, err := t.Behaviour.Predict(ctx, rd, r, attr, should)
	if attr == "ensure" && should.IsAbsent() && t.losesPlace(ctx, rd, r) {
		f.Lasting = append(f.Lasting, "an undo adds the job at the end of the crontab, not in its old place")
	}
	if attr == "environment" || attr == "ensure" && should.IsAbsent() && len(texts(r.Is("environment"))) > 0 {
		f.Also = append(f.Also, t.below(ctx, rd, r)...)
	}
	if attr != "special" || should.IsAbsent() {
		return f, err
	}
	for _, name := range []string{"minute", "hour", "monthday", "month", "weekday"} {
		if is := r.Is(name); !is.IsNil() && !is.IsAbsent() {
			f.Also = append(f.Also, fmt.Sprintf("removes %s, which is %s", name, is.Literal()))
		}
	}
	return f, err
}

// below returns a note about the jobs below a job, because its environment
// also applies to them (crontab(5)). A new job is the last job.
func (t *tabs) below(ctx context.Context, rd host.Reader, r *ral.Resource) []string {
	file, err := t.Load(ctx, rd, r.Is("user").Text())
	if err != nil {
		return nil
	}
	var jobs []string
	found := false
	for _, line := range file.Lines() {
		if line.Record.Type != job {
			continue
		}
		if found {
			jobs = append(jobs, line.Record.Text("name"))
		}
		found = found || line.Record.Text("name") == r.Name()
	}
	if len(jobs) == 0 {
		return nil
	}
	const few = 3
	if more := len(jobs) - few; more > 0 {
		jobs = append(jobs[:few], fmt.Sprintf("%d more", more))
	}
	return []string{"changes the environment of the jobs that follow in the crontab: " + strings.Join(jobs, ", ")}
}

// losesPlace reports whether lines follow a job in a crontab that only
// crontab(1) may read, because then an undo does not restore the order.
func (t *tabs) losesPlace(ctx context.Context, rd host.Reader, r *ral.Resource) bool {
	user := r.Is("user").Text()
	if _, err := rd.Lstat(ctx, spoolFile(ctx, rd, user)); err == nil {
		return false
	}
	file, err := t.Load(ctx, rd, user)
	if err != nil {
		return false
	}
	lines := file.Lines()
	return len(lines) > 0 && lines[len(lines)-1].Record.Text("name") != r.Name()
}

// fill sets the user of a job; a crontab is identified by its user, not by a
// path.
func fill(inst *ral.Instance, _ parsedfile.Record) {
	inst.From = "crontab of " + inst.From
	inst.Set("user", inst.Get("target"))
}

// named sets the name of an unmanaged job if it gets an environment, because
// variables belong to a named job.
func named(record *parsedfile.Record, res *ral.Resource) {
	if unmanaged(*record) && len(texts(record.Get("environment"))) > 0 && !strings.HasPrefix(res.Name(), "unmanaged:") {
		record.Set("unmanaged", value.Value{})
		record.Set("name", value.Str(res.Name()))
	}
}

// MatchField returns the field that is the same in a job and its resource.
func (hooks) MatchField() string { return "command" }

// Matches reports whether an unmanaged job has the command and the times of the
// resource (semantics.md section 8).
func (hooks) Matches(res *ral.Resource, r parsedfile.Record) bool {
	if !unmanaged(r) || !res.Has("command") || res.Get("command").Text() != r.Text("command") {
		return false
	}
	for _, field := range append(times(), "special") {
		if !res.Has(field) {
			continue
		}
		is, should := texts(r.Get(field)), texts(res.Get(field))
		if len(is) != len(should) {
			return false
		}
		for i := range is {
			if is[i] != should[i] {
				return false
			}
		}
	}
	return true
}
