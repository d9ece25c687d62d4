package undo_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ralsh/model"
	"ralsh/model/modeltest"
	"ralsh/model/undo"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/journal"
	"ralsh/ral/value"
)

// An undo that the tools would refuse is reported before the change.
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
			s, fake := modeltest.Small(t)
			fake.Put("/etc/passwd", "root:x:0:0:root:/root:/bin/bash\ndeploy:x:1000:"+c.gid+"::/home/deploy:"+c.shell+"\n", 0o644)
			fake.Put("/bin/sh", "", 0o755)
			fake.Put("/bin/bash", "", 0o755)
			plan, err := s.Plan(t.Context(), ral.Decl{Type: "user", Title: "deploy", Attrs: []ral.Attr{{Name: c.attr, Value: value.Str(c.to)}}})
			if err != nil || plan.ChangeCount() != 1 {
				t.Fatal(plan, err)
			}
			if diff := cmp.Diff(c.want, undo.Blockers(t.Context(), s.Env, plan), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			text := ""
			for _, loss := range journal.Losses(plan.Steps[0]) {
				if loss.Kind == journal.LossRefused {
					text = loss.Text
				}
			}
			if why := c.want["User[deploy]"]; why != "" && text != "its undo is rejected: "+why || why == "" && text != "" {
				t.Errorf("the plan says %q", text)
			}
		})
	}
}

// A new account may take the number of a removed one, because an undo removes the new
// one first. A group with the number of a user's primary group cannot be removed.
func TestUndoOfATakenNumber(t *testing.T) {
	declare := func(typ, title string, values ...string) ral.Decl {
		d := ral.Decl{Type: typ, Title: title}
		for i := 0; i < len(values); i += 2 {
			d = d.With(values[i], value.Str(values[i+1]))
		}
		return d
	}
	for _, test := range []struct {
		decls []ral.Decl
		want  map[string]string
	}{
		{[]ral.Decl{
			declare("user", "deploy", "ensure", "absent"),
			declare("group", "old", "ensure", "absent"),
			declare("group", "new", "ensure", "present", "gid", "1005"),
			declare("user", "web", "ensure", "present", "uid", "1000", "gid", "new"),
		}, nil},
		{
			[]ral.Decl{declare("group", "new", "ensure", "present", "gid", "1000", "allowdupe", "true")},
			map[string]string{"Group[new]": "ensure: groupdel cannot remove the group: it is the primary group of deploy (/etc/passwd:2)"},
		},
	} {
		s, fake := modeltest.Small(t)
		fake.Put("/etc/group", "root:x:0:\ndeploy:x:1000:\nold:x:1005:\n", 0o644)
		fake.Put("/bin/sh", "", 0o755)
		plan, err := s.Plan(t.Context(), test.decls...)
		if err != nil || plan.Ready() != len(test.decls) {
			t.Fatal(plan, err)
		}
		if diff := cmp.Diff(test.want, undo.Blockers(t.Context(), s.Env, plan), cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
	}
}

// The number of checked steps is limited, also if steps remove groups of their users.
func TestUndoChecksFew(t *testing.T) {
	const users = 60
	s, fake := modeltest.Small(t)
	passwd, groups := "u0:x:2000:100::/:/bin/fish\n", "users:x:100:\n"
	decls := []ral.Decl{{Type: "user", Title: "u0", Attrs: []ral.Attr{{Name: "ensure", Value: value.Str("absent")}}}}
	for i := 1; i < users; i++ {
		passwd += fmt.Sprintf("u%d:x:%d:%[2]d::/:/bin/fish\n", i, 2000+i)
		groups += fmt.Sprintf("u%d:x:%d:\n", i, 2000+i)
		decls = append(decls, ral.Decl{Type: "user", Title: fmt.Sprintf("u%d", i), Attrs: decls[0].Attrs})
	}
	fake.Put("/etc/passwd", passwd, 0o644)
	fake.Put("/etc/group", groups, 0o644)
	fake.Put("/etc/login.defs", "USERGROUPS_ENAB yes\n", 0o644)
	plan, err := s.Plan(t.Context(), decls...)
	if err != nil || plan.Ready() != users {
		t.Fatal(plan, err)
	}
	if checked := len(undo.Blockers(t.Context(), s.Env, plan)); checked == 0 || checked >= users {
		t.Errorf("%d of %d steps are checked", checked, users)
	}
}

// The kernel keeps the value of a removed setting, so that an undo can set it.
func TestUndoOfARemovedSetting(t *testing.T) {
	s, fake := modeltest.Small(t)
	fake.Command("/usr/sbin/sysctl")
	fake.Put("/etc/sysctl.conf", "vm.swappiness = 60\n", 0o644)
	fake.Put("/proc/sys/vm/swappiness", "60\n", 0o644)
	plan, err := s.Plan(t.Context(), ral.Decl{Type: "sysctl", Title: "vm.swappiness", Attrs: []ral.Attr{
		{Name: "ensure", Value: value.Str("absent")}, {Name: "live_value", Value: value.Str("10")},
	}})
	if err != nil || plan.ChangeCount() != 1 {
		t.Fatal(plan, err)
	}
	if why := undo.Blockers(t.Context(), s.Env, plan); len(why) > 0 {
		t.Error(why)
	}
}

// A possible undo is not reported as refused: the undo is planned on the result
// of the plan.
func TestUndoIsNotRefused(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"file": "hello\n", "x.ini": "[a]\nb = c\n"} {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.MkdirAll(in("folder/in"), 0o755), os.Symlink("file", in("link"))); err != nil {
		t.Fatal(err)
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, local.Machine())
	for name, attrs := range map[string][]string{
		"content":          {"file", in("file"), "content", "other"},
		"mode":             {"file", in("file"), "mode", "0600"},
		"file away":        {"file", in("file"), "ensure", "absent"},
		"file to a link":   {"file", in("file"), "ensure", "link", "target", "/etc/passwd"},
		"link away":        {"file", in("link"), "ensure", "absent"},
		"link to a file":   {"file", in("link"), "ensure", "file", "content", "x"},
		"folder away":      {"file", in("folder"), "ensure", "absent", "force", "true"},
		"a new line":       {"file_line", "x", "path", in("file"), "line", "new"},
		"a line away":      {"file_line", "x", "path", in("file"), "line", "hello", "ensure", "absent"},
		"a setting":        {"ini_setting", "x", "path", in("x.ini"), "section", "a", "setting", "b", "value", "z"},
		"a setting away":   {"ini_setting", "x", "path", in("x.ini"), "section", "a", "setting", "b", "ensure", "absent"},
		"a new host":       {"host", "new.example.com", "ip", "192.0.2.1", "target", in("hosts")},
		"what only is run": {"exec", "/bin/true"},
	} {
		d := ral.Decl{Type: attrs[0], Title: attrs[1]}
		for i := 2; i < len(attrs); i += 2 {
			d.Attrs = append(d.Attrs, ral.Attr{Name: attrs[i], Value: value.Str(attrs[i+1])})
		}
		plan, err := s.Plan(t.Context(), d)
		if err != nil || plan.ChangeCount() == 0 || plan.Ready() == 0 {
			t.Fatalf("%s: %v, %v", name, plan, err)
		}
		if got := undo.Blockers(t.Context(), s.Env, plan); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
