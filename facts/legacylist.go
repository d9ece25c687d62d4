package facts

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/value"
)

// TreeWithLegacy returns Tree with all of Facter's flat names that have a value
// here. They are other names for facts in Tree.
func (f *Facts) TreeWithLegacy(ctx context.Context) value.Value {
	tree := f.Tree(ctx)
	if f.loaded(ctx).config.noLegacy {
		return tree
	}
	pairs := slices.Clone(tree.Pairs())
	for _, name := range f.flatHere(ctx) {
		if _, taken := tree.Lookup(name); taken {
			continue
		}
		if v, err := f.Fact(ctx, name); err == nil && !v.IsNil() {
			pairs = append(pairs, value.Pair{Key: value.Str(name), Value: v})
		}
	}
	slices.SortFunc(pairs, func(a, b value.Pair) int { return strings.Compare(a.Key.Text(), b.Key.Text()) })
	return value.MapOf(pairs...)
}

// flatHere returns the flat names that may have a value: the fixed ones, and
// those with the name of an interface, disk, processor or key of this host.
func (f *Facts) flatHere(ctx context.Context) []string {
	names := []string{"interfaces", "blockdevices", "dhcp_servers", "xendomains"}
	for _, pair := range flatNames {
		names = append(names, pair[0])
	}
	for name := range flatMegabytes {
		names = append(names, name)
	}
	for _, link := range f.keys(ctx, "networking.interfaces") {
		for prefix := range flatLink {
			names = append(names, prefix+"_"+link)
		}
	}
	for _, disk := range f.keys(ctx, "disks") {
		for suffix := range flatDisk {
			names = append(names, "blockdevice_"+disk+suffix)
		}
	}
	for _, kind := range f.keys(ctx, "ssh") {
		names = append(names, "ssh"+kind+"key")
		names = append(names, "sshfp_"+kind)
	}
	models, _ := f.Fact(ctx, "processors.models")
	for i := range models.Items() {
		names = append(names, "processor"+strconv.Itoa(i))
	}
	return names
}

func (f *Facts) keys(ctx context.Context, name string) []string {
	v, _ := f.Fact(ctx, name)
	var keys []string
	for _, pair := range v.Pairs() {
		keys = append(keys, pair.Key.Text())
	}
	return keys
}
