package sandbox_test

import (
	"os"
	"path/filepath"
	"testing"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

// In a chroot, a process sees what the chroot has, and nothing outside of it.
func TestChroot(t *testing.T) {
	const file = "/srv/" + mark
	if !real.InsideOf(t, real.Ruby, func(root string) { real.Write(t, filepath.Join(root, file), "inside", 0o644) }) {
		return
	}
	s := open(t)
	for _, v := range []*sandbox.View{looks(t, s), overlay(t, s, false)} {
		p := start(t, v, sandbox.Code)
		if got := eval(t, p, `File.read("`+file+`") + Dir.children("/srv").to_s`); got != `inside["`+mark+`"]` {
			t.Errorf("it reads %q", got)
		}
		if data, err := os.ReadFile(filepath.Join(v.Root(), file)); string(data) != "inside" {
			t.Errorf("the view has %q, %v", data, err)
		}
	}
}
