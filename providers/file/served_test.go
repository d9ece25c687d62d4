package file

import (
	"context"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/transaction"
)

// served is a file server on a fake host, with a checksum that it claims.
type served struct {
	host.Reader
	claims string
	read   *int
}

func (s served) Open(_ context.Context, url string) (ral.FileTree, string, error) {
	return s, strings.TrimPrefix(url, "puppet://"), nil
}

func (s served) Checksum(context.Context, string, string) (string, error) { return s.claims, nil }

func (s served) ReadFile(ctx context.Context, path string) ([]byte, error) {
	*s.read++
	return s.Reader.ReadFile(ctx, path)
}

// Content is fetched only for writing, and is not written if it differs from the
// server's checksum.
func TestServedSource(t *testing.T) {
	const good = "{sha256}87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7" // of "a\n"
	for name, c := range map[string]struct {
		claims, before, want string
		read                 int
		failed               bool
	}{
		"in sync":         {good, "a\n", "a\n", 0, false},
		"another content": {good, "b\n", "a\n", 1, false},
		"a lie":           {strings.Replace(good, "8", "9", 1), "b\n", "b\n", 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			read := 0
			server := host.NewFake(map[string]string{"/modules/m/a": "a\n"})
			f := host.NewFake(map[string]string{"/srv/x": c.before})
			s := newStage(t, f.Reader(), f.Writer())
			s.env.Files = served{server.Reader(), c.claims, &read}
			rep, err := transaction.Run(t.Context(), s.env, []ral.Decl{decl("/srv/x", "source", "puppet:///modules/m/a")}, f.Writer(), transaction.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := f.Content("/srv/x"); got != c.want || read != c.read || rep.OK() == c.failed {
				t.Errorf("%q after %d reads, ok %v, want %q after %d", got, read, rep.OK(), c.want, c.read)
			}
		})
	}
}
