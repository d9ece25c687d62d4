package facts

import (
	"context"
	"encoding/json"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// notYet are facts of Facter's that ralsh does not have; a name stands for all
// below it, and * for one step.
var notYet = []string{
	"az_metadata", "cloud", "ec2_metadata", "ec2_userdata",
	"facterversion", "gce", "os.distro.specification", "ruby", "zfs_featurenumbers",
	"zfs_version", "zpool_featureflags", "zpool_featurenumbers", "zpool_version",
}

// moving are facts that change from one reading to the next.
var moving = []string{
	"load_averages", "memory.swap", "memory.system.available", "memory.system.available_bytes",
	"memory.system.capacity", "memory.system.used", "memory.system.used_bytes", "processors.speed",
	"system_uptime",
}

// deviating are facts where ralsh says another thing on purpose.
var deviating = []string{
	"processors.isa", // uname -p, "unknown" on most
}

// The facts of this machine are those that the real Facter finds.
func TestLikeFacter(t *testing.T) {
	facter, err := exec.LookPath("facter")
	if err != nil {
		t.Skip("needs facter on PATH")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// It ends with status 1 when one fact cannot be had; the others are there.
	out, _ := exec.CommandContext(ctx, facter, "--json", "--no-custom-facts", "--no-external-facts").Output()
	var theirs map[string]any
	if err := json.Unmarshal(out, &theirs); err != nil {
		t.Skipf("facter printed no facts: %v", err)
	}
	mine := map[string]any{}
	f := New(host.Machine().Look())
	mineJSON, err := JSON(f.Tree(ctx))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(mineJSON, &mine); err != nil {
		t.Fatal(err)
	}
	want, got := map[string]string{}, map[string]string{}
	flatten("", theirs, want)
	flatten("", mine, got)
	same := 0
	for _, name := range slices.Sorted(maps.Keys(want)) {
		switch {
		case within(name, notYet), within(name, moving), within(name, deviating):
		case got[name] != want[name]:
			if _, err := f.Fact(ctx, name); err != nil {
				t.Logf("Facter says %s, and %v", want[name], err)
				continue
			}
			t.Errorf("%s is %s, Facter says %s", name, got[name], want[name])
		default:
			same++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Logf("%s is %s, Facter has no such fact here", name, got[name])
		}
	}
	t.Logf("%d leaves are the same", same)
	if same == 0 {
		t.Error("no leaf was compared")
	}
}

// The printed form is Facter's to the letter.
func TestPrintedLikeFacter(t *testing.T) {
	facter, err := exec.LookPath("facter")
	if err != nil {
		t.Skip("needs facter on PATH")
	}
	f := New(host.Machine().Look())
	for _, names := range []string{"os", "os.release", "os.name", "os kernel", "kernel os.release.major no.such", "processors.models os.family"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		out, _ := exec.CommandContext(ctx, facter, strings.Fields(names)...).Output()
		cancel()
		got, err := f.Select(t.Context(), strings.Fields(names)...)
		if err != nil {
			t.Fatal(err)
		}
		text := Text(got)
		if pairs := got.Pairs(); len(pairs) == 1 {
			text = TextOf(pairs[0].Value) + "\n"
		}
		if diff := cmp.Diff(string(out), text); diff != "" {
			t.Errorf("facter %s:\n%s", names, diff)
		}
	}
}

func flatten(prefix string, x any, into map[string]string) {
	if m, ok := x.(map[string]any); ok {
		for key, inner := range m {
			flatten(strings.TrimPrefix(prefix+"."+key, "."), inner, into)
		}
		return
	}
	into[prefix] = value.FromPlain(x).Inspect()
}

func within(name string, patterns []string) bool {
	steps := strings.Split(name, ".")
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		parts := strings.Split(pattern, ".")
		if len(parts) > len(steps) {
			return false
		}
		for i, part := range parts {
			if part != "*" && part != steps[i] {
				return false
			}
		}
		return true
	})
}
