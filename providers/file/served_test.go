package file

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
)

// served is a file server on a fake host, with a checksum that it claims.
type served struct {
	host.Reader
	claims string
	read   *int
	broken error
}

func (s served) Open(_ context.Context, url string) (ral.FileTree, string, error) {
	return s, strings.TrimPrefix(url, "puppet://"), nil
}

func (s served) Checksum(context.Context, string, string) (string, error) { return s.claims, nil }

func (s served) ReadTo(ctx context.Context, path string, w io.Writer) error {
	*s.read++
	if s.broken != nil {
		return s.broken
	}
	return s.Reader.ReadTo(ctx, path, w)
}

// Content is fetched only for writing, and is not written if it differs from the
// server's checksum, from the declared one, or cannot be read.
func TestServedSource(t *testing.T) {
	const good = "{sha256}87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7" // of "a\n"
	lie := strings.Replace(good, "8", "9", 1)
	sum := func(text string) string { return strings.TrimPrefix(text, "{sha256}") }
	for name, c := range map[string]struct {
		claims, before, want string
		words                []string // attributes beside the source
		broken               error
		read                 int
		wrong                string
	}{
		"in sync":            {claims: good, before: "a\n", want: "a\n"},
		"another content":    {claims: good, before: "b\n", want: "a\n", read: 1},
		"a lie":              {claims: lie, before: "b\n", want: "b\n", read: 1, wrong: "did not match desired checksum"},
		"the declared sum":   {claims: lie, before: "b\n", want: "a\n", words: []string{"checksum_value", sum(good)}, read: 1},
		"another declared":   {claims: good, before: "b\n", want: "b\n", words: []string{"checksum_value", sum(lie)}, read: 1, wrong: "did not match desired checksum"},
		"it cannot be read":  {claims: good, before: "b\n", want: "b\n", broken: errors.New("it has more than 64 MiB"), read: 1, wrong: "it has more than 64 MiB"},
		"it lacks a sum":     {claims: "", before: "b\n", want: "b\n", read: 1, wrong: "did not match desired checksum"},
		"it is in sync, yet": {claims: good, before: "a\n", want: "a\n", broken: errors.New("it has more than 64 MiB")},
	} {
		t.Run(name, func(t *testing.T) {
			read := 0
			server := fakehost.New(map[string]string{"/modules/m/a": "a\n"})
			f := fakehost.New(map[string]string{"/srv/x": c.before})
			s := newStage(t, f.Reader(), f.Writer())
			s.env.Files = served{server.Reader(), c.claims, &read, c.broken}
			d := decl("/srv/x", append([]string{"source", "puppet:///modules/m/a"}, c.words...)...)
			rep, err := transaction.Run(t.Context(), s.env, []ral.Decl{d}, f.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			why := ""
			for _, change := range rep.Steps[0].Changes {
				if change.Err != nil {
					why = change.Err.Error()
				}
			}
			if got := f.Content("/srv/x"); got != c.want || read != c.read || rep.OK() != (c.wrong == "") || !strings.Contains(why, c.wrong) {
				t.Errorf("%q after %d reads, ok %v, %s; want %q after %d, %s", got, read, rep.OK(), why, c.want, c.read, c.wrong)
			}
		})
	}
}
