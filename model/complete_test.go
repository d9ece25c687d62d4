package model_test

import (
	"fmt"
	"slices"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
)

func TestCompletePath(t *testing.T) {
	files := map[string]string{"/bin/bash": "", "/bin/bat": "", "/bin/zsh": "", "/bin/b.d/x": ""}
	for i := range 1000 {
		files[fmt.Sprintf("/many/%04d", i)] = ""
	}
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, fakehost.New(files).Host)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"/bin/ba", []string{"/bin/bash", "/bin/bat"}},
		{"/bin/b", []string{"/bin/b.d/", "/bin/bash", "/bin/bat"}},
		{"/many/", []string{"/many/0000", "/many/0001", "/many/0002"}},
		{"bin/ba", nil},
		{"/bin/q", nil},
		{"/nothing/here", nil},
	} {
		if got, _ := s.CompletePath(t.Context(), c.text, 3); !slices.Equal(got, c.want) {
			t.Errorf("%s goes on as %q, want %q", c.text, got, c.want)
		}
	}
	for _, c := range []struct{ typ, attr, want string }{
		{"user", "shell", "file"}, {"user", "gid", "group"}, {"file", "owner", "user"}, {"cron", "user", "user"}, {"user", "comment", ""},
	} {
		typ, _ := s.Type(c.typ)
		named := ""
		for _, other := range s.Links.Named(typ, typ.Attr(c.attr)) {
			named += other.Name
		}
		if named != c.want {
			t.Errorf("%s of %s names %q, want %q", c.attr, c.typ, named, c.want)
		}
	}
}
