package model_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest"
)

// The plan resolves names as earlier steps will have set them: it shows the same
// numbers as the apply.
func TestPlannedNames(t *testing.T) {
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  string
	}{
		"a uid":  {[]ral.Decl{raltest.Decl("user", "deploy", "uid", "3777"), file("/srv/o", "owner", "deploy")}, "chown 3777 /srv/o"},
		"a gid":  {[]ral.Decl{raltest.Decl("group", "deploy", "gid", "3888"), file("/srv/o", "group", "deploy")}, "chown :3888 /srv/o"},
		"a home": {[]ral.Decl{raltest.Decl("user", "deploy", "home", "/srv/d"), raltest.Decl("ssh_authorized_key", "k", "user", "deploy", "type", "ssh-rsa", "key", "AAAAB3NzaC1yc2E=")}, "/srv/d/.ssh"},
	} {
		t.Run(name, func(t *testing.T) {
			s, fake := session(t)
			fake.Put("/srv/o", "x", 0o644)
			fake.Dir("/srv/d", 0o755)
			fake.Dir("/home/deploy", 0o755)
			plan, err := s.Plan(t.Context(), c.decls...)
			if err != nil {
				t.Fatal(err)
			}
			var acts []string
			for _, step := range plan.Steps {
				for _, act := range step.Acts() {
					acts = append(acts, act.String())
				}
			}
			if got := strings.Join(acts, "\n"); !strings.Contains(got, c.want) {
				t.Errorf("%s\nwant %s", got, c.want)
			}
			if len(fake.Ran()) > 0 || strings.Contains(fake.Content("/etc/passwd"), "3777") {
				t.Error("the plan changed the host")
			}
		})
	}
}
