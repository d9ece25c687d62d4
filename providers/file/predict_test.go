package file

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
)

func TestAsAnOrdinaryUser(t *testing.T) {
	fake := host.NewFake(map[string]string{"/etc/passwd": "", "/etc/group": "", "/etc/shadow": "x", "/root/x": ""}, host.WithUID(1000))
	fake.Deny("/etc/shadow")
	s := newStage(t, fake.Reader(), fake.Writer())
	if _, err := s.read(t.Context(), decl("/etc/shadow")); err == nil || err.Error() != "cannot access /etc/shadow: permission denied" {
		t.Errorf("got %v", err)
	}
	// Directories of the fake belong to the user who creates them.
	if err := fake.Writer().Chown(t.Context(), "/root", 0, 0); err != nil {
		t.Fatal(err)
	}
	if err := fake.Writer().Chown(t.Context(), "/root/x", 0, 0); err != nil {
		t.Fatal(err)
	}
	r, err := s.read(t.Context(), decl("/root/x", "mode", "0600"))
	if err != nil {
		t.Fatal(err)
	}
	for attr, want := range map[string]string{
		"owner": "UID 1000 cannot change the owner of files (run as root)", "mode": "UID 1000 does not own /root/x",
		"content": "the directory /root is not writable for UID 1000",
	} {
		got, err := s.run.Ops(r.Provider).Predict(t.Context(), fake.Reader(), r, attr, r.Get(attr))
		if err != nil || got.Refused != want || got.Note != "" || got.Certainty != ral.Exact {
			t.Errorf("%s: foresaw %+v, %v", attr, got, err)
		}
	}
	plan, err := transaction.NewPlan(t.Context(), s.env, []ral.Decl{decl("/root/new", "content", "x")})
	if err != nil {
		t.Fatal(err)
	}
	if c := plan.Steps[0].Changes[0]; c.Refused != "the directory /root is not writable for UID 1000" {
		t.Errorf("the plan says %+v", c)
	}
}
