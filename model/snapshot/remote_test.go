package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// carries returns another host: what it prints, its exit status, and why it is not reached. It
// notes the command line and reads all of its standard input.
func carries(prints string, status int, fails error, args *[]string, in *string) Carry {
	return func(_ context.Context, words []string, from io.Reader, out io.Writer) (int, error) {
		*args = words
		if fails != nil {
			return 0, fails // and standard input is not read
		}
		if from != nil {
			data, err := io.ReadAll(from)
			if err != nil {
				return 0, err
			}
			*in = string(data)
		}
		_, _ = io.WriteString(out, prints)
		return status, nil
	}
}

func TestTakeAt(t *testing.T) {
	whole := string(written(t, made(t, nil, []Listing{listing(t, "user", useradd(), user("bob", nil))})))
	for _, c := range []struct {
		name, prints string
		status       int
		fails        error
		want         string // is part of the error
	}{
		{"a snapshot", whole, 0, nil, ""},
		{"cut short", whole[:len(whole)/2], 0, nil, "line"},
		{"and more", whole + "x\n", 0, nil, "line"},
		{"nothing", "", 0, nil, "the snapshot is empty"},
		{"a failure", whole, 3, nil, "the remote command snapshot ended with status 3"},
		{"not reached", "", 0, errors.New("refused"), "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var args []string
			snap, err := TakeAt(t.Context(), carries(c.prints, c.status, c.fails, &args, new(string)), "--types=user")
			if c.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err == nil && len(snap.Types) != 1 || !slices.Equal(args, []string{"snapshot", "--types=user"}) {
				t.Errorf("%+v of %q", snap, args)
			}
		})
	}
}

func TestStageAt(t *testing.T) {
	a := made(t, nil, []Listing{listing(t, "user", useradd(), user("bob", nil))})
	row := Row{Sign: OnlyA, Type: "user", Title: "bob", Provider: "useradd"}
	for _, c := range []struct {
		name, prints string
		status       int
		fails        error
		rows         []Row
		want, err    string // of the command line, and part of the error
	}{
		{"all", `{"staged": {"drafts": ["User[bob]"]}}`, 1, nil, nil, "compare - now --stage -o json", ""},
		{"one", `{"staged": {"drafts": ["User[bob]"]}}`, 1, nil, []Row{row}, "compare - now --stage -o json --only=User[bob] useradd", ""},
		{"too many", "", 0, nil, slices.Repeat([]Row{row}, 5000), "", "cannot stage 5000 rows"},
		{"no answer", "", 0, nil, nil, "compare - now --stage -o json", "cannot parse"},
		{"a failure", "", 2, nil, nil, "compare - now --stage -o json", "the remote command compare ended with status 2"},
		{"another answer", "{}", 0, nil, nil, "compare - now --stage -o json", "does not list the drafts"},
		{"a deep answer", strings.Repeat("[", 1<<20), 0, nil, nil, "compare - now --stage -o json", "cannot parse"},
		{"a long answer", `{"x": "` + strings.Repeat("x", mostReport) + `"}`, 0, nil, nil, "compare - now --stage -o json", "cannot parse"},
		{"not reached", "", 0, errors.New("refused"), nil, "compare - now --stage -o json", "refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var args []string
			in := ""
			st, err := a.StageAt(t.Context(), carries(c.prints, c.status, c.fails, &args, &in), c.rows)
			if c.err == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Fatalf("%v, want %q", err, c.err)
			}
			if got := strings.Join(args, " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if err == nil && (len(st.Drafts) != 1 || in != string(written(t, a))) {
				t.Errorf("%+v for\n%s", st, in)
			}
		})
	}
}

func TestOnly(t *testing.T) {
	d := &Difference{Groups: []Group{
		{Type: "package", Rows: []Row{{Type: "package", Title: "rake", Provider: "apt"}, {Type: "package", Title: "rake", Provider: "gem"}, {Type: "package", Title: "zlib", Provider: "apt"}}},
		{Rows: []Row{{Title: "rake"}}},
	}}
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"Package[rake]"}, "[Package[rake] apt Package[rake] gem] []"},
		{[]string{"Package[rake] gem"}, "[Package[rake] gem] []"},
		{[]string{"Package[rake]", "Package[rake] gem"}, "[Package[rake] apt Package[rake] gem] []"},
		{[]string{"rake", "Package[rak]", "Package[zlib] gem"}, "[] [rake Package[rak] Package[zlib] gem]"},
		{nil, "[] []"},
	} {
		rows, missing := d.Only(c.names)
		var names []string
		for i := range rows {
			names = append(names, rows[i].Name())
		}
		if got := fmt.Sprint(names, " ", missing); got != c.want {
			t.Errorf("%q: %s, want %s", c.names, got, c.want)
		}
	}
}
