package pkg

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// zypperAnswer is what zypper --xmlout prints, as far as it is asked for
// (zypper's xmlout.rnc).
type zypperAnswer struct {
	Messages []zypperMessage `xml:"message"`
	Updates  []zypperPackage `xml:"update-status>update-list>update"`
	Summary  struct {
		Install   []zypperPackage `xml:"to-install>solvable"`
		Upgrade   []zypperPackage `xml:"to-upgrade>solvable"`
		Downgrade []zypperPackage `xml:"to-downgrade>solvable"`
		Reinstall []zypperPackage `xml:"to-reinstall>solvable"`
		Remove    []zypperPackage `xml:"to-remove>solvable"`
	} `xml:"install-summary"`
}

type zypperMessage struct {
	Kind string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

type zypperPackage struct {
	Name    string `xml:"name,attr"`
	Kind    string `xml:"type,attr"`
	Edition string `xml:"edition,attr"`
	Old     string `xml:"edition-old,attr"`
}

// askZypper runs zypper for its answer. What it says in errors is part of ours.
func askZypper(ctx context.Context, rd host.Reader, args ...string) (zypperAnswer, error) {
	args = ral.RootArgs(zypperRoot(), rd.Root(), slices.Concat(zypperLook(), args)...)
	// Even a call that only looks would write to its log.
	cmd := host.Command{Name: zypperTool, Args: args, Env: []string{"ZYPP_LOGFILE=/dev/null"}}
	res, err := rd.Query(ctx, cmd)
	answer, unread := parseZypper(res.Stdout)
	if err == nil {
		return answer, unread
	}
	var failed *host.CommandError
	if said := answer.errors(); errors.As(err, &failed) && said != "" {
		return answer, fmt.Errorf("zypper: %s", said)
	}
	return answer, err
}

func parseZypper(out []byte) (zypperAnswer, error) {
	var answer zypperAnswer
	if err := xml.Unmarshal(out, &answer); err != nil {
		return answer, fmt.Errorf("zypper did not answer with XML but %q", short(strings.ToValidUTF8(string(out), "?")))
	}
	return answer, nil
}

// errors are the messages of a call that failed: those called errors, or all.
func (a zypperAnswer) errors() string {
	var errs, all []string
	for _, m := range a.Messages {
		text := strings.Join(strings.Fields(m.Text), " ")
		if m.Kind == "error" {
			errs = append(errs, text)
		}
		all = append(all, text)
	}
	if len(errs) == 0 {
		errs = all[max(0, len(all)-1):]
	}
	return strings.Join(errs, "; ")
}

// Prefetch keeps what the run is about, for a dry run of all.
func (z *zypper) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	z.dry.all = all
	return z.rpmDB.Prefetch(ctx, rd, all)
}

// Predict lets zypper work out the transaction and end there.
func (z *zypper) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	return z.dry.predict(ctx, rd, z, "zypper --dry-run", r, attr, should)
}

func (z *zypper) simulate(ctx context.Context, rd host.Reader, j job) ([]step, string, error) {
	answer, err := askZypper(ctx, rd, slices.Concat([]string{j.args[0], "--dry-run"}, j.args[1:], j.targets)...)
	return answer.steps(), "", err
}

func (a zypperAnswer) steps() []step {
	var steps []step
	for _, p := range slices.Concat(a.Summary.Install, a.Summary.Downgrade, a.Summary.Reinstall) {
		steps = append(steps, step{verb: "install", name: p.Name, new: p.Edition})
	}
	for _, p := range a.Summary.Upgrade {
		steps = append(steps, step{verb: "upgrade", name: p.Name, old: p.Old, new: p.Edition})
	}
	for _, p := range a.Summary.Remove {
		steps = append(steps, step{verb: "remove", name: p.Name, old: p.Edition})
	}
	return steps
}
