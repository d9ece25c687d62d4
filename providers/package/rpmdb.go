package pkg

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const rpmFormat = `%{NAME} %|EPOCH?{%{EPOCH}}:{0}| %{VERSION} %{RELEASE} %{ARCH}\n`

// rpmAll returns the arguments that list all packages. rpm verified them during
// installation; verifying each signature and digest again takes a third of the time.
func rpmAll() []string {
	return []string{"-qa", "--nosignature", "--nodigest", "--qf", rpmFormat}
}

func rpmRoot() []string { return []string{"--root", "{root}"} }

// rpmDB reads the database of rpm, for the providers rpm, dnf, yum and zypper. It
// caches prefetched packages until the host changes.
type rpmDB struct {
	mu    sync.Mutex
	ahead map[string]rpmPackage
}

// Prefetch lists all packages in a query, because rpm takes about as long for a single
// package.
func (d *rpmDB) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	if len(all) < 2 {
		return nil
	}
	list, err := d.all(ctx, rd)
	if err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ahead = make(map[string]rpmPackage, len(list))
	for _, p := range newest(list) {
		d.ahead[p.name] = p
	}
	return nil
}

func (d *rpmDB) Forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ahead = nil
}

// named returns the package of a name. It queries rpm for names that are not
// prefetched, because rpm also accepts forms like NAME-VERSION.
func (d *rpmDB) named(ctx context.Context, rd host.Reader, name string) (rpmPackage, bool, error) {
	d.mu.Lock()
	p, ok := d.ahead[name]
	d.mu.Unlock()
	if ok {
		return p, true, nil
	}
	return d.query(ctx, rd, name)
}

func rpmCommand() ral.Command {
	return ral.Command{Binary: "rpm", Root: rpmRoot(), Queries: [][]string{
		rpmAll(), {"-q", "--qf", rpmFormat}, {"--version"},
	}, QueryFiles: rpmFiles()}
}

// rpmFiles returns the directories with rpm's database and settings in any release.
func rpmFiles() []string {
	return []string{"/var/lib/rpm", "/usr/lib/sysimage/rpm", "/usr/lib/rpm", "/etc/rpm"}
}

// rpmWorks tests whether rpm starts: a broken wrapper on PATH must not make the
// provider suitable.
func rpmWorks() condition.Confine {
	return condition.Confine{
		Kind: condition.ConfineTest, Title: "rpm --version works", Runs: true, Want: "exit 0 from rpm --version",
		Hint: "install or repair rpm",
		Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
			args := ral.RootArgs(rpmRoot(), p.Reader.Root(), "--version")
			res, err := p.Reader.Query(ctx, host.Command{Name: "rpm", Args: args})
			var missing *host.NoCommandError
			switch {
			case errors.As(err, &missing):
				return short(err.Error()), false, nil
			case err != nil:
				return "", false, errors.New(short(err.Error()))
			}
			return short(string(res.Stdout)), true, nil
		},
	}
}

// evr returns the version as rpm tools write it, with the epoch only if it is not 0.
func (p rpmPackage) evr() string {
	text := p.version + "-" + p.release
	if p.epoch != "0" && p.epoch != "" {
		text = p.epoch + ":" + text
	}
	return text
}

func (p rpmPackage) newer(q rpmPackage) bool {
	return olderEVR(q.evr(), p.evr())
}

// newest keeps the highest version of each name, because several kernels can be
// installed.
func newest(list []rpmPackage) []rpmPackage {
	at := make(map[string]int, len(list))
	var kept []rpmPackage
	for _, p := range list {
		i, seen := at[p.name]
		switch {
		case !seen:
			at[p.name] = len(kept)
			kept = append(kept, p)
		case p.newer(kept[i]):
			kept[i] = p
		}
	}
	return kept
}

// List lists all packages with a single query.
func (d *rpmDB) List(ctx context.Context, in *ral.Listing) error {
	list, err := d.all(ctx, in.Reader)
	for _, p := range newest(list) {
		inst := in.NewInstance(p.name).Set("ensure", value.Str(p.evr()))
		inst.From = fmt.Sprintf("rpm -qa, line %d", p.line)
		in.Yield(inst)
	}
	return err
}

// all returns all packages. If rpm cannot read a package, it prints the rest and
// fails.
func (*rpmDB) all(ctx context.Context, rd host.Reader) ([]rpmPackage, error) {
	args := ral.RootArgs(rpmRoot(), rd.Root(), rpmAll()...)
	res, err := rd.Query(ctx, host.Command{Name: "rpm", Args: args})
	if err != nil {
		return parseRPM(string(res.Stdout)), err
	}
	return rpmAnswer("rpm -qa", res.Stdout)
}

// of queries rpm for the package of a resource, or for a package that provides the
// name if the resource allows that.
func (d *rpmDB) of(ctx context.Context, rd host.Reader, r *ral.Resource) (rpmPackage, bool, error) {
	p, ok, err := d.named(ctx, rd, r.Name())
	if err == nil && !ok && r.True("allow_virtual") && !r.Removing() {
		return d.query(ctx, rd, "--whatprovides", r.Name())
	}
	return p, ok, err
}

func (d *rpmDB) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	absent := ral.AbsentInstance(r.Type, r.Name())
	absent.From = "rpm -q"
	if r.Provider.HasFeature("purgeable") {
		absent.Set("ensure", value.Sym("purged"))
	}
	if rpmName(r.Name()) != nil {
		return absent, nil
	}
	p, ok, err := d.of(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	if !ok {
		return absent, nil
	}
	inst := ral.NewInstance(r.Type, r.Name()).Set("ensure", value.Str(p.evr()))
	inst.From = "rpm -q"
	return inst, nil
}

// query returns the highest version that rpm -q finds. rpm exits with 1 without a
// match.
func (*rpmDB) query(ctx context.Context, rd host.Reader, what ...string) (rpmPackage, bool, error) {
	args := ral.RootArgs(rpmRoot(), rd.Root(), append([]string{"-q", "--qf", rpmFormat}, what...)...)
	res, err := rd.Query(ctx, host.Command{Name: "rpm", Args: args, OK: []int{1}})
	if err != nil || res.Exit != 0 {
		return rpmPackage{}, false, err
	}
	list, err := rpmAnswer("rpm -q "+strings.Join(what, " "), res.Stdout)
	if err != nil {
		return rpmPackage{}, false, err
	}
	var best rpmPackage
	for _, p := range list {
		if best.name == "" || p.newer(best) {
			best = p
		}
	}
	return best, best.name != "", nil
}

// isEVR compares an installed version with a declared version, which may be
// incomplete.
func isEVR(_ context.Context, _ host.Reader, _ *behaviour, _ *ral.Resource, is, should string) (bool, error) {
	return sameEVR(is, should), nil
}

// sameEVR compares an installed version with a declared version, which may omit the
// epoch and the release.
func sameEVR(is, should string) bool {
	if is == should {
		return true
	}
	epoch, rest, _ := cutEpoch(is)
	wantEpoch, want, given := cutEpoch(should)
	if given && wantEpoch != epoch {
		return false
	}
	version, _, _ := strings.Cut(rest, "-")
	return want == rest || want == version
}

func cutEpoch(evr string) (epoch, rest string, given bool) {
	if e, r, ok := strings.Cut(evr, ":"); ok {
		return e, r, true
	}
	return "0", evr, false
}

// sortNewest sorts by version, the highest first.
func sortNewest(list []rpmPackage) {
	slices.SortStableFunc(list, func(p, q rpmPackage) int {
		switch {
		case p.newer(q):
			return -1
		case q.newer(p):
			return 1
		}
		return 0
	})
}
