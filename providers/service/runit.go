package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const svTool = "/usr/bin/sv"

// runit manages directories that are linked into the directory of runsvdir(8),
// and starts and stops their services with sv(8).
type runit struct{}

func runitProvider() ral.Provider {
	return ral.Provider{
		Name: "runit", Type: "service", Rank: ral.Rank{Parent: "base"},
		Doc: "Manages services of runit: directories in /etc/sv, /var/lib/service or `path` with a program `run`. A service is " +
			"enabled if it is linked in /etc/service, /service or /var/service. Only linked services run, so " +
			"a start also creates the link.",
		Commands:  []ral.Command{{Binary: svTool, Queries: [][]string{{"status", "**"}}}},
		Confines:  []condition.Confine{isRunning()},
		Features:  []string{"enableable", "refreshable"},
		NeedsRoot: "only root can change services with sv",
		New:       func() any { return runit{} },
	}
}

// watched returns the directory of runsvdir: on Debian, in the layout of
// runit, or on Void.
func watched(ctx context.Context, rd host.Reader) (string, error) {
	for _, dir := range []string{"/etc/service", "/service", "/var/service"} {
		info, err := rd.Stat(ctx, dir)
		switch {
		case err == nil && info.IsDir():
			return dir, nil
		case err != nil && !host.IsMissing(err):
			return "", err
		}
	}
	return "", errors.New("runit is not set up: no directory /etc/service, /service or /var/service")
}

// definitions returns the directories of services, beginning with path.
func definitions(r *ral.Resource) []string {
	var list []string
	if r != nil && !r.IsDefault("path") {
		list = splitPath(r.Get("path"))
	}
	return append(list, "/etc/sv", "/var/lib/service")
}

// List yields the directories of services, and queries all linked services
// together.
func (runit) List(ctx context.Context, in *ral.Listing) error {
	dir, err := watched(ctx, in.Reader)
	if err != nil {
		return err
	}
	linked, err := namesIn(ctx, in.Reader, dir)
	if err != nil {
		return err
	}
	var errs []error
	var names []string
	var paths []string
	for _, where := range definitions(nil) {
		here, err := in.Reader.ReadDir(ctx, where)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
		for _, name := range here {
			ok, err := in.Reader.Exists(ctx, where+"/"+name+"/run")
			if ok {
				names = append(names, name)
			}
			if err != nil && !host.IsMissing(err) {
				errs = append(errs, err)
			}
			if linked[name] {
				paths = append(paths, dir+"/"+name)
			}
		}
	}
	states := map[string]string{}
	if len(paths) > 0 {
		var failed error
		states, failed = svStatus(ctx, in.Reader, paths...)
		errs = append(errs, failed)
	}
	for _, name := range names {
		in.Yield(svFound(in.NewInstance(name), dir, linked[name], states[name]))
	}
	return errors.Join(errs...)
}

// svStatus queries services with sv. Its exit status is the number of services
// without a status.
func svStatus(ctx context.Context, rd host.Reader, paths ...string) (map[string]string, error) {
	cmd := host.Command{Name: svTool, Args: append([]string{"status"}, paths...)}
	res, err := rd.Query(ctx, cmd)
	if end, failed := anyExit(res, err); failed == nil && end.Exit <= len(paths) {
		res, err = end, nil
	}
	return parseSv(string(res.Stdout)), err
}

// parseSv parses lines like "run: /etc/service/cron: (pid 25) 4s; run: log:
// (pid 24) 4s", up to the first semicolon.
func parseSv(out string) map[string]string {
	states := make(map[string]string)
	for line := range strings.Lines(out) {
		state, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		name, _, named := strings.Cut(rest, ":")
		if ok && named && (state == "run" || state == "down" || state == "finish" || state == "warning" || state == "fail") {
			states[path.Base(name)] = state
		}
	}
	return states
}

func svFound(inst *ral.Instance, dir string, linked bool, state string) *ral.Instance {
	from := dir + ": no link"
	if linked {
		from = dir + "/" + inst.Name
	}
	inst.SetFrom("enable", yes(linked), from)
	is := value.Sym("stopped")
	if state == "run" {
		is = value.Sym("running")
	}
	if !linked {
		return inst.SetFrom("ensure", is, from)
	}
	if state == "" {
		return inst.SetFrom("ensure", value.Unread("sv does not show the state of the service"), "sv status")
	}
	return inst.SetFrom("ensure", is, "sv status: "+state)
}

func (runit) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	dir, err := watched(ctx, rd)
	if err != nil {
		return nil, err
	}
	if at, err := defined(ctx, rd, r); at == "" || err != nil {
		gone := ral.AbsentInstance(r.Type, r.Name())
		gone.From = strings.Join(definitions(r), ", ")
		return gone, err
	}
	linked, err := namesIn(ctx, rd, dir)
	if err != nil {
		return nil, err
	}
	inst := ral.NewInstance(r.Type, r.Name())
	state := ""
	if linked[r.Name()] {
		states, err := svStatus(ctx, rd, dir+"/"+r.Name())
		if err != nil {
			return nil, err
		}
		state = states[r.Name()]
	}
	svFound(inst, dir, linked[r.Name()], state)
	is, from, ok, err := ownStatus(ctx, rd, r)
	if ok && err == nil {
		inst.SetFrom("ensure", is, from)
	}
	return inst, err
}

// defined returns the directory of a service, or "".
func defined(ctx context.Context, rd host.Reader, r *ral.Resource) (string, error) {
	for _, where := range definitions(r) {
		ok, err := rd.Exists(ctx, where+"/"+r.Name()+"/run")
		if ok || err != nil {
			return where + "/" + r.Name(), err
		}
	}
	return "", nil
}

// Set links and unlinks for enable; for ensure it also sets enable.
func (s runit) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if attr == "enable" {
		return s.enable(ctx, wr, r, should)
	}
	if should.IsSym("running") && r.Is("enable").IsSym("false") {
		if r.Get("enable").IsSym("false") {
			return fmt.Errorf("%s cannot run with enable => false: runit runs only enabled services", r.Name())
		}
		if err := s.enable(ctx, wr, r, value.Sym("true")); err != nil {
			return err
		}
	}
	if err := setEnsure(ctx, wr, s, r, should); err != nil {
		return err
	}
	if should.IsSym("running") || enableHolds(ctx, r) {
		return nil
	}
	return s.enable(ctx, wr, r, r.Get("enable"))
}

func (runit) enable(ctx context.Context, wr host.Writer, r *ral.Resource, should value.Value) error {
	dir, err := watched(ctx, wr.Reader())
	if err != nil {
		return err
	}
	link := dir + "/" + r.Name()
	if should.IsSym("false") {
		return wr.Remove(ctx, link, false)
	}
	at, err := defined(ctx, wr.Reader(), r)
	switch {
	case err != nil:
		return err
	case at == "":
		return fmt.Errorf("the service %s does not exist in %s", r.Name(), strings.Join(definitions(r), ", "))
	}
	return wr.Symlink(ctx, at, link)
}

func (s runit) Refresh(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return refresh(ctx, wr, s, r)
}

func (runit) Predict(_ context.Context, _ host.Reader, _ *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
	return computed(attr)
}

func (runit) commands(ctx context.Context, rd host.Reader, r *ral.Resource, action string) ([]host.Command, error) {
	dir, err := watched(ctx, rd)
	if err != nil {
		return nil, err
	}
	return []host.Command{svCommand(action, dir+"/"+r.Name())}, nil
}

// svCommand waits for runsvdir, which checks for new links every five seconds,
// to notice a new link.
func svCommand(action, link string) host.Command {
	return host.Command{Name: svTool, Args: []string{action, link}, BlockedBy: func(res host.Result) string {
		if action == "start" && strings.Contains(string(res.Stdout)+string(res.Stderr), "unable to open supervise/ok") {
			return "runsvdir, which has not read the link " + link + " yet"
		}
		return ""
	}}
}
