package pkg

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// flatpak installs applications for all users, with flatpak(1).
type flatpak struct {
	inventory
	groupWorker
	unpredicted
}

func flatpakProvider() ral.Provider {
	return ral.Provider{
		Name: "flatpak", Type: "package", Score: 1,
		Doc: "Applications by flatpak, those that are there for all users, by their id such as org.gnome.Maps. " +
			"`source` is the remote to install from; without it flatpak looks in all that it knows. " +
			"An application that names no version is shown with its branch.",
		Commands: []ral.Command{{Binary: "flatpak", Queries: [][]string{
			{"list", "--system", "--app"}, {"remote-ls", "--system", "--updates"},
		}}},
		Features:  []string{"install_options", "installable", "uninstall_options", "uninstallable", "upgradeable"},
		NeedsRoot: "flatpak --system installs for all users",
		New:       newFlatpak,
	}
}

func newFlatpak() any {
	f := new(flatpak)
	f.all, f.upgrades.ask, f.manager = installedByFlatpak, newerByFlatpak, f
	return f
}

func installedByFlatpak(ctx context.Context, rd host.Reader, _ string) ([]have, error) {
	args := []string{"list", "--system", "--app", "--columns=application,version,branch"}
	res, err := rd.Query(ctx, host.Command{Name: "flatpak", Args: args})
	if err != nil {
		return nil, err
	}
	return parseFlatpak(strings.ToValidUTF8(string(res.Stdout), "?"))
}

// parseFlatpak reads lines of an id, a version and a branch with tabs between
// them. An answer of which nothing is understood is an error.
func parseFlatpak(out string) ([]have, error) {
	var list []have
	n := 0
	for line := range strings.Lines(out) {
		n++
		columns := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(columns) != 3 || flatpakName(columns[0]) != nil {
			continue
		}
		version := columns[1]
		if version == "" {
			version = columns[2]
		}
		if version != "" {
			list = append(list, have{name: columns[0], version: version, from: fmt.Sprintf("flatpak list, line %d", n)})
		}
	}
	if len(list) == 0 && strings.TrimSpace(out) != "" {
		return nil, fmt.Errorf("flatpak list did not answer with applications but %q", short(out))
	}
	return list, nil
}

// newerByFlatpak asks the remotes for all that is newer there.
func newerByFlatpak(ctx context.Context, rd host.Reader, _ string) (map[string]string, error) {
	args := []string{"remote-ls", "--system", "--updates", "--columns=application,version,branch"}
	res, err := rd.Query(ctx, host.Command{Name: "flatpak", Args: args})
	if err != nil {
		return nil, err
	}
	list, err := parseFlatpak(strings.ToValidUTF8(string(res.Stdout), "?"))
	known := make(map[string]string, len(list))
	for _, h := range list {
		known[h.name] = h.version
	}
	return known, err
}

func (*flatpak) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name := r.Name()
	if err := flatpakName(name); err != nil {
		return job{}, err
	}
	if should.IsAbsent() {
		return job{append(flatpakVerb("uninstall"), optionsOf(r, "uninstall_options")...), []string{name}}, nil
	}
	if should.IsSym("latest") && installed(r.Is("ensure")) {
		return job{flatpakVerb("update"), []string{name}}, nil
	}
	args := append(flatpakVerb("install"), optionsOf(r, "install_options")...)
	if remote := r.Get("source").Text(); remote != "" {
		if !flatpakRemotes.MatchString(remote) {
			return job{}, fmt.Errorf("source is the remote of flatpak that has %s, and %q is no name of one", name, remote)
		}
		args = append(args, remote)
	}
	return job{args, []string{name}}, nil
}

func flatpakVerb(verb string) []string {
	return []string{verb, "--system", "--noninteractive", "--assumeyes"}
}

func (*flatpak) command(_ host.Reader, _ *ral.Resource, j job) host.Command {
	return host.Command{Name: "flatpak", Args: j.line(), Timeout: installTime}
}

var (
	flatpakNames   = lazyre.New(`\A[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+){2,}\z`)
	flatpakRemotes = lazyre.New(`\A[A-Za-z0-9_][A-Za-z0-9._-]*\z`)
)

// flatpakName takes an id of an application alone, as a reverse DNS name.
func flatpakName(name string) error {
	if flatpakNames.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no id of an application, such as org.gnome.Maps", name)
}
