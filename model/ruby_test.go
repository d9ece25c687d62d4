package model

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules"
	"ralsh/ral/modules/ruby"
)

// TestOpenRuby names why no Ruby code of modules is run.
func TestOpenRuby(t *testing.T) {
	for name, c := range map[string]struct {
		setting string
		err     string
	}{
		"off":     {"off", errRubyOff.Error()},
		"missing": {"/nonexistent/ruby", "cannot use Ruby with Puppet: cannot access /nonexistent/ruby: no such file or directory"},
	} {
		s := NewSession(t.Context(), ral.NewRegistry(), local.Machine())
		s.SetStateDir(filepath.Join(t.TempDir(), "ralsh"))
		s.Config.Ruby = c.setting
		_, err := s.Modules.openRuby(t.Context(), modules.Options{}, nil, nil)
		if err == nil || err.Error() != c.err {
			t.Errorf("%s: %v", name, err)
		}
		if s.Modules.RubyPending() != 0 || s.Modules.DescribeRuby(t.Context()) != nil {
			t.Errorf("%s: something is pending", name)
		}
	}
}

// TestRubyBelowRoot runs no Ruby for another root.
func TestRubyBelowRoot(t *testing.T) {
	h, err := local.Below(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := NewSession(t.Context(), ral.NewRegistry(), h)
	_, err = s.Modules.openRuby(t.Context(), modules.Options{}, []ruby.Module{}, func(string) ral.Origin { return ral.Origin{} })
	if _, none := errors.AsType[*ruby.NoRubyError](err); !none || !strings.Contains(err.Error(), "only without --root") {
		t.Error(err)
	}
}

// TestStateFiles makes the state directory only when something is written.
func TestStateFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ralsh")
	files := stateFiles{dir}
	if _, err := files.Read("ruby/x"); err == nil {
		t.Error("a file that is not there was read")
	}
	if there, err := local.Machine().Reader().Exists(context.Background(), dir); there || err != nil {
		t.Error("reading made the folder", err)
	}
	if err := files.WriteAtomic("ruby/x", []byte("a")); err != nil {
		t.Fatal(err)
	}
	if data, err := files.Read("ruby/x"); string(data) != "a" {
		t.Errorf("%q, %v", data, err)
	}
}
