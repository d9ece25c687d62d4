package pkg

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// installTime is how long a package manager may work on one change.
const installTime = 10 * time.Minute

var _ ral.Setter = (*dpkg)(nil)

// dpkg installs from a file that source names, with dpkg(1) itself.
type dpkg struct{ dpkgDB }

func dpkgProvider() ral.Provider {
	root := []string{"--root={root}"}
	return ral.Provider{
		Name: "dpkg", Type: "package", Ancestors: 5,
		Doc: "Packages by dpkg, without repositories: `source` is the file to install. It reads the same as apt.",
		Commands: []ral.Command{
			{Binary: dpkgTool, Root: root},
			{Binary: "/usr/bin/dpkg-deb", Root: root, Queries: [][]string{{"--show"}}},
			{Binary: "/usr/bin/dpkg-query", Root: root},
		},
		Features: []string{
			"holdable", "installable", "purgeable", "uninstallable", "upgradeable", "virtual_packages",
		},
		NeedsRoot: "dpkg writes /var/lib/dpkg",
		New:       func() any { return new(dpkg) },
	}
}

const dpkgTool = "/usr/bin/dpkg"

func (d *dpkg) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := d.install(ctx, wr, r); err != nil {
		return err
	}
	return d.markAfter(ctx, wr, r)
}

func (d *dpkg) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return d.run(ctx, wr, r, "-r")
}

func (d *dpkg) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch attr + " " + should.Text() {
	case "mark hold", "mark none":
		return d.hold(ctx, wr, r, should.IsSym("hold"))
	case "ensure present", "ensure latest":
		return d.Create(ctx, wr, r)
	case "ensure absent":
		return d.Destroy(ctx, wr, r)
	case "ensure purged":
		return d.run(ctx, wr, r, "-P")
	case "ensure held":
		if !installed(r.Is("ensure")) {
			if err := d.install(ctx, wr, r); err != nil {
				return err
			}
		}
		return d.hold(ctx, wr, r, true)
	}
	return fmt.Errorf("dpkg cannot set %s", attr)
}

// InSync compares an installed package with the file that latest would install.
func (d *dpkg) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	if attr != "ensure" || !should.IsSym("latest") || !installed(is) {
		return false, false, nil
	}
	source, err := sourceOf(r)
	if err != nil {
		return false, true, err
	}
	args := []string{"--show", "--showformat=${Version}", source}
	res, err := rd.Query(ctx, host.Command{Name: "/usr/bin/dpkg-deb", Args: args})
	if err != nil {
		return false, true, err
	}
	return is.Text() == strings.TrimSpace(string(res.Stdout)), true, nil
}

func (d *dpkg) install(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	source, err := sourceOf(r)
	if err != nil {
		return err
	}
	return d.exec(ctx, wr, nil, "--force-"+confOption(r), "-i", source)
}

// sourceOf is the file to install, for tools that know no repository.
func sourceOf(r *ral.Resource) (string, error) {
	source := r.Get("source").Text()
	if source == "" {
		return "", errors.New(r.Provider.Name + " installs from a file: source must name it")
	}
	if !strings.HasPrefix(source, "/") {
		return "", errors.New("source must be a fully qualified path")
	}
	return source, nil
}

// confOption says what dpkg does with configuration files that were edited.
func confOption(r *ral.Resource) string {
	if r.Get("configfiles").IsSym("replace") {
		return "confnew"
	}
	return "confold"
}

func (d *dpkg) run(ctx context.Context, wr host.Writer, r *ral.Resource, action string) error {
	if err := debianName(r.Name()); err != nil {
		return err
	}
	var args []string
	if r.Is("mark").IsSym("hold") {
		args = append(args, "--force-hold")
	}
	return d.exec(ctx, wr, nil, append(args, action, r.Name())...)
}

func (d *dpkg) hold(ctx context.Context, wr host.Writer, r *ral.Resource, on bool) error {
	if err := debianName(r.Name()); err != nil {
		return err
	}
	selection := "install"
	if on {
		selection = "hold"
	}
	return d.exec(ctx, wr, []byte(r.Name()+" "+selection+"\n"), "--set-selections")
}

// markAfter sets the hold that an installation must leave: dpkg forgets it when
// it unpacks a package.
func (d *dpkg) markAfter(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	hold := r.Is("mark").IsSym("hold")
	if r.Has("mark") {
		hold = r.Get("mark").IsSym("hold")
	}
	if !hold {
		return nil
	}
	return d.hold(ctx, wr, r, true)
}

func (d *dpkg) exec(ctx context.Context, wr host.Writer, stdin []byte, args ...string) error {
	args = ral.RootArgs([]string{"--root={root}"}, wr.Reader().Root(), args...)
	return wr.Run(ctx, host.Command{Name: dpkgTool, Args: args, Stdin: stdin, Env: quiet(), Timeout: installTime, BlockedBy: lockHolder, Writes: []string{statusFile}})
}

// quiet keeps debconf and apt-listchanges from asking.
func quiet() []string {
	return []string{"DEBIAN_FRONTEND=noninteractive", "APT_LISTCHANGES_FRONTEND=none"}
}

var debianNames = lazyre.New(`\A[A-Za-z0-9][A-Za-z0-9+.-]*[A-Za-z0-9+.](:[a-z0-9-]+)?\z`)

// debianName refuses what apt-get reads as more than a name: nginx- removes
// nginx, nginx/testing and nginx=1 choose a version, nginx.* is a pattern
// (deb-control(5), apt-get(8)).
func debianName(name string) error {
	if debianNames.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no name of a Debian package: letters, digits, plus, minus and dots", name)
}
