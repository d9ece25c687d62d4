package pkg

import (
	"context"
	"fmt"
	"strings"

	rpmversion "github.com/knqyf263/go-rpm-version"

	"ralsh/ral"
	"ralsh/ral/host"
)

// rpmBounds are the conditions of a range of rpm's versions.
type rpmBounds []rpmBound

type rpmBound struct {
	op      string
	version rpmversion.Version
}

func parseRPMRange(text string) (rpmBounds, error) {
	var list rpmBounds
	for _, word := range strings.Fields(text) {
		rest := strings.TrimLeft(word, "<>=")
		op := word[:len(word)-len(rest)]
		if rest == "" || op != "<" && op != "<=" && op != ">" && op != ">=" {
			return nil, fmt.Errorf("%q is no range of versions, such as >=1.2 <2", text)
		}
		list = append(list, rpmBound{op, rpmversion.NewVersion(rest)})
	}
	return list, nil
}

func (b rpmBounds) holds(evr string) bool {
	v := rpmversion.NewVersion(evr)
	for _, one := range b {
		c := v.Compare(one.version)
		ok := c < 0 && one.op[0] == '<' || c > 0 && one.op[0] == '>' || c == 0 && len(one.op) == 2
		if !ok {
			return false
		}
	}
	return true
}

// latest is the highest version that the cached metadata of the repositories
// has. Nothing is fetched: looking must not write.
func (d *dnf) latest(ctx context.Context, rd host.Reader, name string) (string, error) {
	list, err := d.available(ctx, rd, name)
	if err != nil {
		return "", err
	}
	if len(list) == 0 {
		return "", fmt.Errorf("no repository that %s has metadata of knows %s; %s makecache fetches them", d.tool, name, d.tool)
	}
	return list[0].evr(), nil
}

// version is what a person wrote, or the highest in the range.
func (d *dnf) version(ctx context.Context, rd host.Reader, name, should string) (string, error) {
	if !isRange(should) {
		return should, nil
	}
	b, err := parseRPMRange(should)
	if err != nil {
		return "", err
	}
	list, err := d.available(ctx, rd, name)
	if err != nil {
		return "", err
	}
	for _, p := range list {
		if b.holds(p.evr()) {
			return p.evr(), nil
		}
	}
	return "", fmt.Errorf("no version of %s that %s knows is %s", name, d.tool, should)
}

// repoquery asks dnf for the versions in the repositories, the highest first.
func repoquery(ctx context.Context, rd host.Reader, name string) ([]rpmPackage, error) {
	if err := rpmName(name); err != nil {
		return nil, err
	}
	args := ral.RootArgs(dnfRoot(), rd.Root(), "-q", "-C", "repoquery", "--available",
		"--qf", `%{name} %{epoch} %{version} %{release} %{arch}\n`, name)
	res, err := rd.Query(ctx, host.Command{Name: "dnf", Args: args})
	if err != nil {
		return nil, err
	}
	list, err := rpmAnswer("dnf repoquery", res.Stdout)
	sortNewest(list)
	return list, err
}
