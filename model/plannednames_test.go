package model_test

import (
	"strings"
	"testing"

	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/raltest"
	"ralsh/ral/value"
)

// The plan resolves names as earlier steps will have set them: it shows the same
// numbers as the apply.
func TestPlannedNames(t *testing.T) {
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  string
	}{
		"a uid":        {[]ral.Decl{raltest.Decl("user", "deploy", "uid", "3777"), modeltest.File("/srv/o", "owner", "deploy")}, "chown 3777 /srv/o"},
		"a gid":        {[]ral.Decl{raltest.Decl("group", "deploy", "gid", "3888"), modeltest.File("/srv/o", "group", "deploy")}, "chown :3888 /srv/o"},
		"a new user":   {[]ral.Decl{raltest.Decl("user", "app", "ensure", "present", "uid", "3777"), modeltest.File("/srv/o", "owner", "app")}, "chown 3777 /srv/o"},
		"a new group":  {[]ral.Decl{raltest.Decl("group", "app", "ensure", "present", "gid", "3888"), modeltest.File("/srv/o", "group", "app")}, "chown :3888 /srv/o"},
		"a chosen uid": {[]ral.Decl{raltest.Decl("user", "app", "ensure", "present"), modeltest.File("/srv/o", "owner", "app")}, "chown 1001 /srv/o"},
		"a chosen gid": {[]ral.Decl{raltest.Decl("group", "app", "ensure", "present"), modeltest.File("/srv/o", "group", "app")}, "chown :1001 /srv/o"},
		"a new user in a new group": {
			[]ral.Decl{
				raltest.Decl("group", "app", "ensure", "present", "gid", "3888"),
				raltest.Decl("user", "app", "ensure", "present", "uid", "3777", "gid", "app", "home", "/srv/d"),
				raltest.Decl("ssh_authorized_key", "k", "user", "app", "type", "ssh-rsa", "key", "AAAAB3NzaC1yc2E="),
			},
			"chown 3777:3888 /srv/d/.ssh",
		},
		"a home": {[]ral.Decl{raltest.Decl("user", "deploy", "home", "/srv/d"), raltest.Decl("ssh_authorized_key", "k", "user", "deploy", "type", "ssh-rsa", "key", "AAAAB3NzaC1yc2E=")}, "/srv/d/.ssh"},
	} {
		t.Run(name, func(t *testing.T) {
			s, fake := modeltest.Small(t)
			fake.Put("/srv/o", "x", 0o644)
			fake.Dir("/srv/d", 0o755)
			fake.Dir("/home/deploy", 0o755)
			plan, err := s.Plan(t.Context(), c.decls...)
			if err != nil {
				t.Fatal(err)
			}
			var acts []string
			for _, step := range plan.Steps {
				if !step.Status.OK() {
					t.Errorf("%s: %s", step.Ref(), step.Unplanned())
				}
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

// A number that the tool chooses is unknown until the step that makes the account if a
// directory service may have further accounts.
func TestUnknownNames(t *testing.T) {
	key := raltest.Decl("ssh_authorized_key", "k", "user", "app", "type", "ssh-rsa", "key", "AAAAB3NzaC1yc2E=")
	for name, decls := range map[string][]ral.Decl{
		"a uid":                      {raltest.Decl("user", "app", "ensure", "present"), modeltest.File("/srv/o", "owner", "app")},
		"a gid":                      {raltest.Decl("group", "app", "ensure", "present"), modeltest.File("/srv/o", "group", "app")},
		"the own group of a user":    {raltest.Decl("user", "app", "ensure", "present", "uid", "3777"), modeltest.File("/srv/o", "group", "app")},
		"keys of a user without gid": {raltest.Decl("user", "app", "ensure", "present", "uid", "3777", "home", "/srv/d"), key},
	} {
		t.Run(name, func(t *testing.T) {
			s, fake := modeltest.Small(t)
			fake.Put("/srv/o", "x", 0o644)
			fake.Dir("/srv/d", 0o755)
			fake.Put("/etc/login.defs", "USERGROUPS_ENAB yes\n", 0o644)
			fake.Put("/etc/nsswitch.conf", "passwd: files ldap\ngroup: files ldap\n", 0o644)
			plan, err := s.Plan(t.Context(), decls...)
			if err != nil {
				t.Fatal(err)
			}
			c := plan.Steps[1].Changes[0]
			if c.Certainty != ral.UnknownUntil || c.Until != 1 || c.Note == "" {
				t.Errorf("%+v", c)
			}
		})
	}
}

// A misspelled name stays an error after steps that create other accounts.
func TestMisspelledNames(t *testing.T) {
	for attr, creates := range map[string][]ral.Decl{
		"owner": {raltest.Decl("group", "app", "ensure", "present")},
		"group": {raltest.Decl("user", "app", "ensure", "present")},
	} {
		s, fake := modeltest.Small(t)
		fake.Put("/etc/login.defs", "USERGROUPS_ENAB yes\n", 0o644)
		fake.Put("/srv/o", "x", 0o644)
		plan, err := s.Plan(t.Context(), append(creates, modeltest.File("/srv/o", attr, "apq"))...)
		if err != nil {
			t.Fatal(err)
		}
		if text := plan.Steps[1].LeftOut(); !strings.HasSuffix(text, " apq") {
			t.Errorf("%s: %q, %+v", attr, text, plan.Steps[1].Changes)
		}
	}
}

// A command in the home that useradd creates is unknown until then.
func TestCommandInANewHome(t *testing.T) {
	s, fake := modeltest.Small(t)
	fake.Dir("/home", 0o755)
	fake.Command("/bin/sh")
	plan, err := s.Plan(t.Context(), raltest.Decl("user", "app", "ensure", "present", "uid", "3777", "managehome", "true", "home", "/home/app"),
		modeltest.File("/home/app/go", "content", "#!/bin/sh\n", "owner", "app", "mode", "0755"), raltest.Decl("exec", "/home/app/go").With("require", value.Ref("File", "/home/app/go")))
	if err != nil {
		t.Fatal(err)
	}
	if c := plan.Steps[2].Changes[0]; c.Certainty != ral.UnknownUntil || c.Until != 1 {
		t.Errorf("%s, %+v", plan.Steps[2].LeftOut(), c)
	}
}

// A file cannot belong to an account that an earlier step removes.
func TestRemovedOwner(t *testing.T) {
	s, fake := modeltest.Small(t)
	fake.Put("/srv/o", "x", 0o644)
	plan, err := s.Plan(t.Context(), raltest.Decl("user", "deploy", "ensure", "absent"),
		modeltest.File("/srv/o", "owner", "deploy"), modeltest.File("/srv/new", "ensure", "file", "owner", "deploy"))
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range plan.Steps[1:] {
		if text := step.LeftOut(); !strings.Contains(text, " deploy: step 1 removes it") {
			t.Errorf("%s: %q, %+v", step.Ref(), text, step.Changes)
		}
	}
}

// A file of an account that the same run removes has the number as its owner in the
// plan.
func TestRemovedNames(t *testing.T) {
	absent := func(typ string) ral.Decl { return raltest.Decl(typ, "deploy", "ensure", "absent") }
	for name, c := range map[string]struct {
		decls []ral.Decl
		want  string
	}{
		"a user":  {[]ral.Decl{absent("user"), modeltest.File("/srv/o", "owner", "root")}, "owner: 1000 -> 'root'"},
		"a group": {[]ral.Decl{absent("user"), absent("group"), modeltest.File("/srv/o", "group", "root")}, "group: 1000 -> 'root'"},
	} {
		t.Run(name, func(t *testing.T) {
			s, fake := modeltest.Small(t)
			fake.Put("/etc/login.defs", "USERGROUPS_ENAB yes\n", 0o644)
			fake.Put("/srv/o", "x", 0o644)
			if err := fake.Writer().Chown(t.Context(), "/srv/o", 1000, 1000); err != nil {
				t.Fatal(err)
			}
			for i := range c.decls {
				if i > 0 {
					c.decls[i] = c.decls[i].With("require", value.Ref(ral.Capitalise(c.decls[i-1].Type), c.decls[i-1].Title))
				}
			}
			plan, err := s.Plan(t.Context(), c.decls...)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, step := range plan.Steps {
				for _, change := range step.Changes {
					got = append(got, change.Attr.Name+": "+change.Is.Literal()+" -> "+change.Should.Literal())
				}
			}
			if text := strings.Join(got, "\n"); !strings.Contains(text, c.want) {
				t.Errorf("%s\nwant %s", text, c.want)
			}
		})
	}
}
