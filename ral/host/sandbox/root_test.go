package sandbox_test

import (
	"testing"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

// After a chroot(2), all see the files below the root of this process, and none of
// those outside.
func TestRootChanged(t *testing.T) {
	if !real.InsideOf(t, real.Ruby, func(root string) { real.Write(t, root+"/opt/mark", "inside", 0o644) }) {
		return
	}
	s := open(t)
	v := overlay(t, s, false)
	first := start(t, looks(t, s), sandbox.Code)
	if err := v.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]*sandbox.Process{"look": first, "overlay": start(t, v, sandbox.Code)} {
		if got := eval(t, p, `File.read("/opt/mark") + File.read("/proc/self/root/../../opt/mark")`); got != "insideinside" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
