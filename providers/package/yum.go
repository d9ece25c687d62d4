package pkg

import (
	"context"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
)

// yumProvider returns the provider for yum, dnf's predecessor: yum 3, or yum as an
// alias of dnf.
func yumProvider() ral.Provider {
	return dnfLike(ral.Provider{
		Name: "yum", Rank: ral.Rank{Ancestors: 6},
		Doc: "Manages packages with yum, the predecessor of dnf, and the configured repositories. It reads the same database as rpm.",
		Default: []condition.Clause{
			condition.DefaultFor("os.name", "amazon"),
			condition.DefaultFor("os.family", "redhat").And("os.release.major", "4", "5", "6", "7"),
		},
	}, []string{"-q", "-C", "list", "available"}, yumList)
}

// yumList returns the versions in the repositories of yum, the highest first. yum
// exits with 1 if the list is empty.
func yumList(ctx context.Context, rd host.Reader, name string) ([]rpmPackage, error) {
	if err := rpmName(name); err != nil {
		return nil, err
	}
	args := ral.RootArgs(dnfRoot(), rd.Root(), "-q", "-C", "list", "available", "--showduplicates", name)
	res, err := rd.Query(ctx, host.Command{Name: "yum", Args: args, OK: []int{1}})
	if err != nil || res.Exit != 0 {
		return nil, err
	}
	list := parseYumList(string(res.Stdout))
	sortNewest(list)
	return list, nil
}

// parseYumList reads rows of name.architecture, version and repository below a
// heading. yum wraps rows with long columns.
func parseYumList(out string) []rpmPackage {
	_, rows, _ := strings.Cut(out, "Available Packages\n")
	words := strings.Fields(rows)
	var list []rpmPackage
	for ; len(words) >= 3; words = words[3:] {
		dot := strings.LastIndex(words[0], ".")
		version, release, ok := strings.Cut(words[1], "-")
		if dot < 1 || !ok {
			continue
		}
		p := rpmPackage{name: words[0][:dot], arch: words[0][dot+1:], epoch: "0", version: version, release: release}
		if epoch, rest, given := cutEpoch(version); given {
			p.epoch, p.version = epoch, rest
		}
		list = append(list, p)
	}
	return list
}
