package cron

import (
	"context"
	"fmt"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func crontab() ral.Provider {
	return ral.Provider{
		Name: "crontab",
		Doc: "Reads and writes the crontabs of users with `crontab -l` and `crontab -`. Below another root it reads and writes " +
			"their files in `/var/spool/cron`. Lines that are not managed are kept byte for byte.",
		Commands: []ral.Command{
			{Binary: "crontab", Optional: true, Queries: [][]string{{"-l"}, {"-u", "*", "-l"}}, Looks: []string{spools}}, accounts.Getent(),
		},
		Confines: []ral.Confine{ral.CommandUnlessBelow("crontab")},
		Reach: func(*ral.Resource, host.Act) ral.Reach {
			return ral.Reach{Types: []string{"cron"}, Paths: []string{spools}}
		},
		New: func() any { return newTabs() },
	}
}

// spools is where the crontabs of users are, in a folder that differs by system.
const spools = "/var/spool/cron"

// tabs is the behaviour: the crontabs of many users in one engine. A path there
// is the name of a user.
type tabs struct {
	file ral.Ops
	spool
}

func newTabs() *tabs {
	t := &tabs{}
	t.store.Format, t.store.After, t.store.Read = Format(), name, t.read
	t.file = ral.OpsOf(parsedfile.Provider{
		Format: Format(), Record: job, After: name, Read: t.read, Put: t.put,
		Files: t.users, Places: t.places, Fill: fill, Matches: matches, BeforeWrite: named,
		UniqueKey: parsedfile.UniqueByName,
	}.New())
	return t
}

// List yields the jobs of all users whose crontabs may be read.
func (t *tabs) List(ctx context.Context, in *ral.Listing) error { return t.file.List(ctx, in) }

// Retrieve finds a job by its name, else by what it is.
func (t *tabs) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	return t.file.Retrieve(ctx, rd, r)
}

// Forget drops what was written, so that it is asked for again.
func (t *tabs) Forget() { t.forget() }

// Create, Destroy and Set collect what Flush writes.
func (t *tabs) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if !r.Has("command") {
		return nil // there is nothing to write, as Precheck says before
	}
	return t.file.Create(ctx, wr, r)
}

// Predict says what becomes of other jobs of the same name, and of the times of a
// job that gets a special one.
func (t *tabs) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f, err := t.file.Predict(ctx, rd, r, attr, should)
	if attr == "ensure" && should.IsAbsent() && t.losesPlace(ctx, rd, r) {
		f.Lasting = append(f.Lasting, "it comes back at the end of the crontab: the lines below it are then above it")
	}
	if attr != "special" || should.IsAbsent() {
		return f, err
	}
	for _, name := range []string{"minute", "hour", "monthday", "month", "weekday"} {
		if is := r.Is(name); !is.IsNil() && !is.IsAbsent() {
			f.Also = append(f.Also, fmt.Sprintf("takes away %s, which is %s", name, is.Literal()))
		}
	}
	return f, err
}

// losesPlace reports whether a job has lines below it in a crontab that only
// crontab(1) may read, so that an undo does not restore the file.
func (t *tabs) losesPlace(ctx context.Context, rd host.Reader, r *ral.Resource) bool {
	user := r.Is("user").Text()
	if _, err := rd.Lstat(ctx, spoolFile(ctx, rd, user)); err == nil {
		return false
	}
	file, err := t.store.Load(ctx, rd, user)
	if err != nil {
		return false
	}
	lines := file.Lines()
	return len(lines) > 0 && lines[len(lines)-1].Record.Text("name") != r.Name()
}

// Destroy notes that the job is to go.
func (t *tabs) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return t.file.Destroy(ctx, wr, r)
}

// Set notes one property.
func (t *tabs) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	return t.file.Set(ctx, wr, r, attr, should)
}

// Flush writes the crontab.
func (t *tabs) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return t.file.Flush(ctx, wr, r)
}

// CanBatch holds of jobs of one user.
func (t *tabs) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	return t.file.CanBatch(ctx, rd, first, r)
}

// FlushBatch writes several jobs of one crontab at once.
func (t *tabs) FlushBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	return t.file.FlushBatch(ctx, wr, all)
}

// fill tells whose job it is; a crontab is known by its user, and not by a path.
func fill(inst *ral.Instance, _ parsedfile.Record) {
	inst.From = "crontab of " + inst.From
	inst.Set("user", inst.Get("target"))
}

// named gives a job without a name the one of the resource when it is to have an
// environment: without one there is nothing that the settings belong to.
func named(record *parsedfile.Record, res *ral.Resource) {
	if unmanaged(*record) && len(texts(record.Get("environment"))) > 0 && !strings.HasPrefix(res.Name(), "unmanaged:") {
		record.Set("unmanaged", value.Value{})
		record.Set("name", value.Str(res.Name()))
	}
}

// matches holds of a job without a name that has the command and the times of
// the resource: it is the one that is wanted (semantics.md section 8).
func matches(res *ral.Resource, r parsedfile.Record) bool {
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
