package e2e_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestSitesCompiled has ralsh compile the manifests of the ten sites, with its own
// facts: the plan is that of the catalog which Debian's Puppet compiled.
func TestSitesCompiled(t *testing.T) {
	t.Parallel()
	sites, err := os.ReadDir(sitesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range sites {
		t.Run(entry.Name(), func(t *testing.T) {
			t.Parallel()
			root := siteRoot(t, filepath.Join(sitesDir, entry.Name()), real.Puppet(t))
			program, err := os.ReadFile(real.Binary(t))
			if err != nil {
				t.Fatal(err)
			}
			real.Write(t, filepath.Join(root, "usr/local/bin/ralsh"), string(program), 0o755)
			plan := func(of string) []string {
				cmd := real.Enter(root, "unshare", "--uts", "sh", "-ec", `hostname "$0"; exec ralsh --modulepath "$1" apply --noop -o jsonl "$2"`,
					entry.Name()+".example.com", siteAt+"/modules:/usr/share/puppet/modules", siteAt+"/"+of)
				var stderr bytes.Buffer
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if err != nil || len(out) == 0 {
					t.Fatalf("%v\n%s%s", err, out, stderr.Bytes())
				}
				return streamLines(t, out)
			}
			if diff := lineDiff(plan(recordedIn+"/catalog.json"), plan("manifests/site.pp")); len(diff) > 0 {
				t.Errorf("- is Puppet's catalog, + is that of ralsh:\n%s", strings.Join(diff, "\n"))
			}
		})
	}
}
