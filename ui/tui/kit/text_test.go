package kit

import (
	"slices"
	"strings"
	"testing"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

func TestAnyTextIsSaidInWords(t *testing.T) {
	a := &ral.Attribute{Name: "ensure", Values: append(ral.Literals("absent", "present"), ral.Allowed{Pattern: lazyre.New(".")})}
	if got := strings.Join(AllowedWords(a, nil), " "); got != "absent present any text" {
		t.Errorf("%q", got)
	}
	if got := InWords([]string{"/./", `/^\d+$/`}); !slices.Equal(got, []string{"any text", `/^\d+$/`}) {
		t.Errorf("%q", got)
	}
}

// Both sides of a difference, the list and the editor format a value in the
// same way.
func TestValuesAreBareEverywhere(t *testing.T) {
	quoted := func(text string) func(ral.Hook, value.Value) string {
		return func(ral.Hook, value.Value) string { return text }
	}
	r := &ral.Resource{Type: &ral.Type{}, Decl: &ral.Decl{}}
	for _, c := range []struct {
		attr       *ral.Attribute
		is, should value.Value
		wantIs     string
		wantShould string
	}{
		{&ral.Attribute{Name: "mode", Text: ral.Text{ShouldText: quoted("'0660'")}}, value.Str("0640"), value.Str("660"), "0640", "0660"},
		{
			&ral.Attribute{Name: "host_aliases", IsList: true, Text: ral.Text{IsText: quoted("h099998"), ShouldText: quoted("'a b'")}},
			value.Strs("h099998"), value.Strs("a", "b"), "[h099998]", "[a, b]",
		},
		{&ral.Attribute{Name: "groups", IsList: true, Text: ral.Text{ShouldText: quoted("['adm', 'wheel']")}}, value.Strs(), value.Str("adm"), "[]", "[adm, wheel]"},
		{&ral.Attribute{Name: "content", Text: ral.Text{IsText: quoted("'{md5}ab'"), ShouldText: quoted(`'it\'s'`)}}, value.Str("x"), value.Str("y"), "{md5}ab", "it's"},
	} {
		is, should := notation.ShowIsOf(r, c.attr, c.is), notation.ShowShould(r, c.attr, c.should)
		if is != c.wantIs || should != c.wantShould {
			t.Errorf("%s: %s -> %s, want %s -> %s", c.attr.Name, is, should, c.wantIs, c.wantShould)
		}
		if list := notation.ShowIs(c.attr, c.is); c.attr.IsList && list != is {
			t.Errorf("%s: %s in the list, %s in the editor", c.attr.Name, list, is)
		}
	}
}

// A text that does not fit is marked as cut.
func TestRowsOfMarksTheCut(t *testing.T) {
	rows := RowsOf("one two three four five six", 4+9, 2)
	drawn := frame.Draw(frame.Mode{}, 40, 24, frame.Content{Body: []frame.Block{frame.Two(15, rows, []frame.Line{nil})}})
	if got := strings.Join(drawn.Lines, "\n"); len(rows) != 2 || !strings.Contains(got, "…") {
		t.Errorf("%d rows:\n%s", len(rows), got)
	}
}

// A word that is longer than a line is broken after a slash or similar
// character.
func TestWrapBreaksAtJoints(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"/usr/sbin/update-rc.d", 14, []string{"/usr/sbin/", "update-rc.d"}},
		{"see /usr/sbin/update-rc.d", 14, []string{"see", "/usr/sbin/", "update-rc.d"}},
		{"DPkg::options::=--force-confold", 16, []string{"DPkg::options::=", "--force-confold"}},
		{"abc/defghijklmnopqrstuvwxyz", 10, []string{"abc/defghi", "jklmnopqrs", "tuvwxyz"}},
	} {
		if got := Wrap(safe.Clean(c.text), c.width); !slices.Equal(got, safeTexts(c.want)) {
			t.Errorf("%q in %d cells: %q", c.text, c.width, got)
		}
	}
}

func safeTexts(texts []string) (list []safe.Text) {
	for _, t := range texts {
		list = append(list, safe.Clean(t))
	}
	return list
}
