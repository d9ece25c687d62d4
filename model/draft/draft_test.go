package draft_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model/draft"
	"ralsh/model/modeltest"
)

// Editing one field of an existing resource changes only that field: no default
// of a declaration replaces an untyped value.
func TestEditOfOneFieldChangesThat(t *testing.T) {
	for name, c := range map[string]struct {
		typ, title, field, typed string
		want                     []string
		command                  string
	}{
		"a mount": {
			"mount", "/srv", "options", "defaults",
			[]string{"options"},
			"ralsh --root ROOT resource mount /srv options=defaults pass=2 dump=1",
		},
		"a key with options": {
			"ssh_authorized_key", "deploy@web", "type", "ssh-rsa",
			[]string{"type"},
			`ralsh --root ROOT resource ssh_authorized_key deploy@web type=ssh-rsa user=deploy target=/home/deploy/.ssh/authorized_keys options=no-pty`,
		},
		"a key by its user":      {"ssh_authorized_key", "deploy@web", "key", "AAAB", []string{"key"}, ""},
		"a job of somebody else": {"cron", "report", "hour", "7", []string{"hour"}, ""},
		"an entry of /etc/hosts": {"host", "db1", "ip", "192.0.2.8", []string{"ip"}, "ralsh --root ROOT resource host db1 ip=192.0.2.8"},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := modeltest.Kept(t, map[string]string{
				"/etc/passwd": "root:x:0:0::/root:/bin/sh\ndeploy:x:1000:1000::/home/deploy:/bin/sh\n", "/etc/group": "deploy:x:1000:\n",
				"/etc/fstab": "/dev/vdb1 /srv xfs defaults,nofail 1 2\n", "/etc/hosts": "192.0.2.7 db1\n",
				"/home/deploy/.ssh/authorized_keys": "no-pty ssh-ed25519 AAAA deploy@web\n",
				"/var/spool/cron/crontabs/deploy":   "# Puppet Name: report\n30 6 * * 1 /bin/report\n",
			})
			d := draftOf(t, s, c.typ, c.title)
			if d.Found == nil || !d.Found.Present() {
				t.Fatalf("%s is not there", d.Ref())
			}
			if check := s.Drafts.Check(t.Context(), d); check.Changes != 0 || check.Invalid != 0 {
				t.Errorf("before anything is typed the editor says %s", check.Summary())
			}
			d.Set(c.field, c.typed)
			plan, err := s.Plan(t.Context(), d.Decl())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, ch := range plan.Steps[0].Changes {
				got = append(got, ch.Attr.Name)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s: %s\n%s", plan.Steps[0].Status, plan.Steps[0].LeftOut(), diff)
			}
			check := s.Drafts.Check(t.Context(), d)
			if check.Changes != 1 || check.Invalid != 0 {
				t.Errorf("the editor says %s", check.Summary())
			}
			for _, f := range check.Properties {
				if !f.Set && f.Attr.Name != "ensure" && f.State != draft.NotManaged && f.State != draft.Default && f.State != draft.Cannot && f.State != draft.ReadOnly {
					t.Errorf("%s, which nobody typed, is %s", f.Attr.Name, f.State)
				}
			}
			line, _ := s.Command(d.Decl())
			if got := strings.ReplaceAll(line, root, "ROOT"); c.command != "" && got != c.command {
				t.Errorf("the command is %s, want %s", got, c.command)
			}
		})
	}
}
