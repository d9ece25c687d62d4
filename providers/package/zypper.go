package pkg

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const zypperTool = "/usr/bin/zypper"

// zypperProvider returns the provider that installs from repositories with zypper(8).
func zypperProvider() ral.Provider {
	suses := []string{"suse", "sles", "sled", "opensuse"}
	// The options keep zypper from asking and from fetching newer metadata, and
	// ZYPP_LOGFILE keeps queries from writing its log.
	ask := []string{"--non-interactive", "--no-refresh", "--xmlout"}
	m := manager{
		Provider: ral.Provider{
			Name: "zypper", Rank: ral.Rank{Parent: "rpm", Ancestors: 6}, Source: "rpm",
			Doc:      "Manages packages with zypper and the configured repositories. It reads the same database as rpm.",
			Commands: []ral.Command{rpmCommand()},
			Confines: []condition.Confine{condition.FactIs("os.name", suses...), rpmWorks()},
			Default:  []condition.Clause{condition.DefaultFor("os.name", suses...)},
			Features: []string{
				"install_options", "installable", "uninstallable", "upgradeable", "versionable", "virtual_packages",
			},
			NeedsRoot: "zypper writes the rpm database",
		},
		tool: ral.Command{
			Binary: zypperTool, Root: []string{"--root", "{root}"},
			Queries: [][]string{append(ask, "list-updates"), append(ask, "install", "--dry-run"), append(ask, "remove", "--dry-run")},
		},
		// Neither status is an error: 102 means that the system needs a restart, 103
		// that zypper was upgraded.
		call: host.Command{OK: []int{102, 103}, BlockedBy: lockHolder},
		ask:  ask, askEnv: []string{"ZYPP_LOGFILE=/dev/null"}, failure: zypperFailure,
		name: rpmName, database: func(*behaviour) database { return new(rpmDB) },
		newer: updates{args: []string{"list-updates"}, read: fromBytes(parseZypperUpdates)},
		front: ask[:1],
		// zypper accepts licences, because it cannot prompt a user.
		install: []string{"install", "--auto-agree-with-licenses"}, remove: []string{"remove"},
		isVersion: isEVR, choose: chooseByZypper,
		dry: &dryRun{by: "zypper --dry-run", behind: []string{"--dry-run"}, steps: stepsOfZypper},
	}
	return m.provider(func() any { return m.behaviour() })
}

func chooseByZypper(_ context.Context, _ host.Reader, _ *behaviour, r *ral.Resource, should value.Value, t *task) error {
	if should.Kind() != value.String {
		return nil
	}
	t.targets = []string{r.Name() + "=" + should.Text()}
	if is := r.Is("ensure"); installed(is) && olderEVR(should.Text(), is.Text()) {
		t.args = append(t.args, "--oldpackage")
	}
	return nil
}

// zypperAnswer holds the parts of zypper's --xmlout that are needed (zypper's
// xmlout.rnc).
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

func parseZypper(out []byte) (zypperAnswer, error) {
	var answer zypperAnswer
	if err := xml.Unmarshal(out, &answer); err != nil {
		return answer, unexpected("zypper", "XML", string(out))
	}
	return answer, nil
}

// errors returns the error messages of a failed call, or else its last message.
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

// zypperFailure replaces err by the error messages in zypper's output.
func zypperFailure(res host.Result, err error) error {
	answer, _ := parseZypper(res.Stdout)
	var failed *host.CommandError
	if text := answer.errors(); errors.As(err, &failed) && text != "" {
		return fmt.Errorf("zypper: %s", text)
	}
	return err
}

func parseZypperUpdates(out []byte) (map[string]string, error) {
	answer, err := parseZypper(out)
	known := make(map[string]string)
	for _, u := range answer.Updates {
		known[u.Name] = u.Edition
	}
	return known, err
}

func stepsOfZypper(_ context.Context, _ host.Reader, _ *behaviour, _ task, res host.Result) ([]step, error) {
	answer, err := parseZypper(res.Stdout)
	return answer.steps(), err
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
