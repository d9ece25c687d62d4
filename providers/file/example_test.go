package file

import "testing"

// The example of each attribute is valid.
func TestExamples(t *testing.T) {
	s := newStage(t, fakeHost().Reader(), fakeHost().Writer())
	r, _ := s.env.Build(t.Context(), decl("/srv/a"))
	for _, a := range r.Type.Attributes {
		if a.Example == "" || a.Namevar {
			continue
		}
		if _, diags := s.env.Build(t.Context(), decl("/srv/a", a.Name, a.Example)); diags.Err() != nil {
			t.Error(diags.Err())
		}
	}
}
