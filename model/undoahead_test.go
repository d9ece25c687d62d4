package model_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ralsh/ral"
	"ralsh/ral/value"
)

// What the tools would refuse to bring back is told before it is changed.
func TestUndoRefused(t *testing.T) {
	for name, c := range map[string]struct {
		shell, gid string
		attr, to   string
		want       map[string]string
	}{
		"a change of what is well":                {"/bin/sh", "1000", "shell", "/bin/bash", nil},
		"a change of what is not taken any more":  {"/bin/fish", "1000", "shell", "/bin/bash", map[string]string{"User[deploy]": "shell: Shell /bin/fish must exist"}},
		"another change of it":                    {"/bin/fish", "1000", "comment", "other", nil},
		"a removal":                               {"/bin/sh", "1000", "ensure", "absent", nil},
		"a removal of what could not be made":     {"/bin/sh", "77", "ensure", "absent", map[string]string{"User[deploy]": "ensure: Could not find group 77"}},
		"a removal of what was never well either": {"/bin/fish", "1000", "ensure", "absent", map[string]string{"User[deploy]": "ensure: Shell /bin/fish must exist"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, fake := session(t)
			fake.Put("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\ndeploy:x:1000:"+c.gid+"::/home/deploy:"+c.shell+"\n", 0o644)
			fake.Put("/bin/sh", "", 0o755)
			fake.Put("/bin/bash", "", 0o755)
			plan, err := s.Plan(t.Context(), ral.Decl{Type: "user", Title: "deploy", Attrs: []ral.Attr{{Name: c.attr, Value: value.Str(c.to)}}})
			if err != nil || plan.ChangeCount() != 1 {
				t.Fatal(plan, err)
			}
			if diff := cmp.Diff(c.want, s.UndoRefused(t.Context(), plan), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
