package model_test

import (
	"testing"

	"ralsh/model/export"
	"ralsh/model/modeltest"
	"ralsh/ral/manifest"
)

// A copy of an instance has what its declaration needs besides its properties, in every
// format: the kernel lacks this setting.
func TestCopyCanBeApplied(t *testing.T) {
	s, fake := modeltest.Small(t)
	fake.Put("/etc/sysctl.conf", "kernel.none = 1\n", 0o644)
	fake.Put("/proc/sys/vm/swappiness", "60\n", 0o644)
	fake.Command("/usr/sbin/sysctl")
	found := s.Env.Find(t.Context(), s.Env.Registry.Type("sysctl"), "kernel.none")
	for _, as := range []export.Format{export.Puppet, export.YAML, export.JSON} {
		text, err := export.Copy(found[0].Found, as)
		if err != nil {
			t.Fatal(err)
		}
		if as == export.JSON {
			text = `{"instances": [` + text + `]}`
		}
		in, err := manifest.Read("x", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		plan, err := s.Plan(t.Context(), in.Decls(s.Env.Registry)...)
		if err != nil || plan.ChangeCount() > 0 || !plan.Steps[0].Status.OK() {
			t.Errorf("%v, %+v\n%s", err, plan.Steps[0], text)
		}
	}
}
