package file

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
)

func TestAsAnOrdinaryUser(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/passwd": "", "/etc/group": "", "/etc/shadow": "x", "/root/x": ""}, fakehost.WithUID(1000))
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
	for want, d := range map[string]ral.Decl{
		"UID 1000 cannot change the owner of files":        decl("/root/x", "owner", "7"),
		"UID 1000 does not own /root/x":                    decl("/root/x", "mode", "0600"),
		"the directory /root is not writable for UID 1000": decl("/root/new", "content", "x"),
		"": decl("/own", "content", "x", "mode", "0600"),
	} {
		plan, err := transaction.NewPlan(t.Context(), s.env, []ral.Decl{d})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Steps[0]; got.Denied != want || got.Status != transaction.Planned {
			t.Errorf("%s: %q, want %q", got.Status, got.Denied, want)
		}
	}
}
