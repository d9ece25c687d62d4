package model_test

import (
	"path/filepath"
	"sync"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
)

// The modules are reloaded while others read them; -race checks this.
func TestModulesWhileReloading(t *testing.T) {
	path, root := t.TempDir(), t.TempDir()
	put(t, filepath.Join(path, "m/lib/ral/function/m/one.star"), "function(name = \"m::one\", call = lambda: 1)\n")
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	reg := ral.NewRegistry()
	providers.Register(reg)
	s, err := model.OpenWith(t.Context(), reg, root, model.ModuleChoice{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	first := s.Modules.Loaded()
	var readers sync.WaitGroup
	done := make(chan struct{})
	readers.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				if s.Modules.Loaded() == nil {
					t.Error("there are no modules while they are read again")
					return
				}
			}
		}
	})
	for range 3 {
		if _, err := s.Modules.Reload(t.Context()); err != nil {
			t.Error(err)
		}
	}
	close(done)
	readers.Wait()
	if s.Modules.Loaded() == first {
		t.Error("the modules are as they were first read")
	}
}
