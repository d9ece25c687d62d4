package e2e_test

import (
	"bytes"
	_ "embed"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest/real"
)

//go:embed testdata/comparepuppet/sample.sh
var sampleHost []byte

// differs is a known difference between our listing and Puppet's, with its reason.
// Without a title it applies to the whole type. Without attr, only one side lists the
// resource.
type differs struct {
	typ, title, attr string
	why              string
	seen             *bool
}

// comparePuppet returns the differences of a root that has services of rcS.d, and gems that
// are packages too.
func comparePuppet(boot, gems []string) []differs {
	list := []differs{
		{typ: "group", attr: "members", why: "Puppet reads the members of a group only where libuser is used; they stand in /etc/group"},
		{typ: "sshkey", attr: "name", why: "the title says it already: name@type"},
		{typ: "sshkey", attr: "type", why: "the title says it already: name@type"},
		{typ: "ssh_authorized_key", why: "Puppet lists no keys, since it does not know which files to look at; ours looks at the home of every user"},
	}
	for _, name := range append(boot, "quiet", "quiet.sh", "a+b") {
		list = append(list, differs{typ: "service", title: name + " by debian", attr: "enable", why: "Puppet counts the start links of runlevels 2 to 5 and takes a service of rcS.d for disabled, though it is started at each boot"})
	}
	for _, name := range append(gems, "facter", "openssl", "puppet", "rake", "ruby-augeas", "ruby-shadow") {
		list = append(list, differs{typ: "package", title: name + " by gem", why: "Puppet shows a name that two providers know by one of them; ours by both"})
	}
	for i := range list {
		list[i].seen = new(bool)
	}
	return list
}

// TestComparePuppet lists a sample host with the Puppet of Debian 12 and 13 and with ralsh.
// Titles and values are the same, except for the differences in comparePuppet. An unused
// difference fails the test.
func TestComparePuppet(t *testing.T) {
	real.Full(t)
	t.Parallel()
	t.Run("Puppet 7", func(t *testing.T) {
		listedAlike(t, real.Puppet(t), comparePuppet([]string{"hwclock.sh"}, []string{"hiera"}))
	})
	t.Run("Puppet 8", func(t *testing.T) {
		listedAlike(t, real.Trixie(t), comparePuppet([]string{"procps"}, nil))
	})
}

// listedAlike compares the lists of a root.
func listedAlike(t *testing.T, root string, known []differs) {
	t.Helper()
	prepare(t, root)
	values := 0
	for _, typ := range []string{
		"user", "group", "host", "mount", "cron", "service", "package", "mailalias", "sshkey", "ssh_authorized_key",
	} {
		t.Run(typ, func(t *testing.T) {
			theirs := listedBy(t, root, typ, "puppet", "resource", typ)
			ours := listedBy(t, root, typ, "ralsh", "resource", typ, "-o", "puppet", "--show-secrets")
			if len(ours) == 0 {
				t.Fatal("nothing is listed")
			}
			for _, title := range titles(theirs, ours) {
				values += compare(t, known, typ, title, theirs[title], ours[title])
			}
		})
	}
	t.Logf("%d values are the same", values)
	for _, d := range known {
		if !*d.seen {
			t.Errorf("no %s[%s] differs in %q any more: %s", d.typ, d.title, d.attr, d.why)
		}
	}
}

// prepare makes the sample in the root, and copies the program into it, because a file of
// [real.Install] is one more mount.
func prepare(t *testing.T, root string) {
	t.Helper()
	program, err := os.ReadFile(real.Binary(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "usr/local/bin/ralsh"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := real.Enter(root, "sh", "-e")
	cmd.Stdin = bytes.NewReader(sampleHost)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// instances holds attributes by title.
type instances map[string]map[string]string

func listedBy(t *testing.T, root, typ string, argv ...string) instances {
	t.Helper()
	cmd := real.Enter(root, argv...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	all := make(instances)
	if len(bytes.TrimSpace(out)) == 0 {
		return all
	}
	in, err := manifest.Read(argv[0]+".pp", out)
	if err != nil {
		t.Fatal(err)
	}
	for _, it := range in.Items {
		attrs, name := attributes(it.Decl), it.Decl.Title
		if named, ok := it.Decl.Get("name"); ok && typ == "package" {
			// Two providers know the name.
			name = named.Text()
			delete(attrs, "name")
		}
		all[name+" by "+it.Decl.Provider] = attrs
	}
	return all
}

// attributes returns the values of a declaration.
func attributes(d ral.Decl) map[string]string {
	attrs := make(map[string]string)
	for _, a := range d.Attrs {
		attrs[a.Name] = a.Value.Inspect()
	}
	return attrs
}

func titles(a, b instances) []string {
	var list []string
	for _, l := range []instances{a, b} {
		for title := range l {
			list = append(list, title)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// compare returns the number of equal values.
func compare(t *testing.T, known []differs, typ, title string, theirs, ours map[string]string) int {
	t.Helper()
	if theirs == nil || ours == nil {
		if !expected(known, typ, title, "") {
			t.Errorf("%s: Puppet has %v, ralsh has %v", title, theirs, ours)
		}
		return 0
	}
	same := 0
	for attr, want := range theirs {
		if got := ours[attr]; got == want {
			same++
		} else if !expected(known, typ, title, attr) {
			t.Errorf("%s: %s is %s to Puppet, %s to ralsh", title, attr, want, got)
		}
	}
	for attr, got := range ours {
		if theirs[attr] == "" && !expected(known, typ, title, attr) {
			t.Errorf("%s: %s is %s to ralsh, nothing to Puppet", title, attr, got)
		}
	}
	return same
}

func expected(known []differs, typ, title, attr string) bool {
	for _, d := range known {
		if d.typ == typ && d.attr == attr && (d.title == "" || d.title == title) {
			*d.seen = true
			return true
		}
	}
	return false
}
