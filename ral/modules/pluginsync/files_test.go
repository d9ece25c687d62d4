package pluginsync_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/pluginsync"
)

var _ ral.ChecksumTree = (*pluginsync.Files)(nil)

// filesOf returns the files of a server, with an agent of its authority.
func filesOf(t *testing.T, p *puppet) *pluginsync.Files {
	t.Helper()
	files, err := pluginsync.NewFiles(t.Context(), local.Machine().Reader(), pluginsync.Options{
		Server: p.Listener.Addr().String(), Environment: environment,
		Identity: pluginsync.Identity{Name: "web1", Dir: p.ssldir("web1")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

const emptySum = "{sha256}e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// meta returns a response of file_metadata.
func meta(rel, kind, sum string) string {
	return fmt.Sprintf(`{"path":"/m/files/%s","relative_path":%q,"type":%q,"mode":420,"owner":0,"group":4,"destination":"to","checksum":{"type":"sha256","value":%q}}`, rel, rel, kind, sum)
}

func TestFiles(t *testing.T) {
	p := serve(t, map[string]string{"modules/m/a b": "hello"})
	requests := 0
	p.does(func(w http.ResponseWriter, r *http.Request) bool {
		requests++
		switch r.URL.Path {
		case "/puppet/v3/file_metadata/modules/m/a b":
			_, _ = io.WriteString(w, meta("", "file", emptySum))
		case "/puppet/v3/file_metadata/modules/m/link":
			_, _ = io.WriteString(w, meta("", "link", ""))
		case "/puppet/v3/file_metadatas/modules/m":
			_, _ = io.WriteString(w, "["+meta(".", "directory", "")+","+meta("sub", "directory", "")+","+meta("a", "file", emptySum)+"]")
		case "/puppet/v3/file_content/modules/m/a b":
			return false
		default:
			http.Error(w, `{"message":"Not Found: Could not find it"}`, http.StatusNotFound)
		}
		return true
	}, nil)
	files := filesOf(t, p)
	info, err := files.Stat(t.Context(), "modules/m/a b")
	if err != nil || !info.Mode.IsRegular() || info.Mode.Perm() != 0o644 || info.GID != 4 {
		t.Error(info, err)
	}
	if sum, err := files.Checksum(t.Context(), "modules/m/a b", "sha256"); sum != emptySum || err != nil {
		t.Error(sum, err)
	}
	if _, err := files.Checksum(t.Context(), "modules/m/a b", "md5"); err == nil || !strings.Contains(err.Error(), "does not provide a md5") {
		t.Error(err)
	}
	if data, err := files.ReadFile(t.Context(), "modules/m/a b"); string(data) != "hello" || err != nil {
		t.Error(string(data), err)
	}
	if to, err := files.ReadLink(t.Context(), "modules/m/link"); to != "to" || err != nil {
		t.Error(to, err)
	}
	if _, err := files.ReadLink(t.Context(), "modules/m/a b"); err == nil {
		t.Error("a file is read as a link")
	}
	if _, err := files.Lstat(t.Context(), "modules/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	names, err := files.ReadDir(t.Context(), "modules/m")
	if err != nil || !slices.Equal(names, []string{"sub", "a"}) {
		t.Error(names, err)
	}
	before := requests
	for _, name := range names {
		if _, err := files.Lstat(t.Context(), "modules/m/"+name); err != nil {
			t.Error(err)
		}
	}
	if sum, err := files.Checksum(t.Context(), "modules/m/a", "sha256"); sum != emptySum || err != nil {
		t.Error(sum, err)
	}
	if requests != before {
		t.Errorf("%d requests for what was listed", requests-before)
	}
}

// What a server says wrongly is an error that names it.
func TestFilesOfAWrongServer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ says, want string }{
		"no document":         {"<html>", "is invalid"},
		"a cut document":      {`[{"relative_path":`, "is invalid"},
		"another directory":   {"[" + meta("../../etc/passwd", "file", emptySum) + "]", "the invalid name"},
		"an entry too deep":   {"[" + meta("a/b", "file", emptySum) + "]", "the invalid name"},
		"a name with escapes": {"[" + meta("a\x1b[2J", "file", emptySum) + "]", "is invalid"},
	} {
		p := serve(t, nil)
		p.does(func(w http.ResponseWriter, _ *http.Request) bool {
			_, _ = io.WriteString(w, c.says)
			return true
		}, nil)
		if _, err := filesOf(t, p).ReadDir(t.Context(), "modules/m"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for name, c := range map[string]struct {
		serve http.HandlerFunc
		read  bool // the content is asked for, not the description
		want  string
	}{
		"a kind that is not known": {says(meta("", "socket", "")), false, `the unknown file type "socket"`},
		"another checksum":         {says(meta("", "file", "{md5}00")), false, "does not provide a sha256"},
		"no checksum":              {says(`{"relative_path":".","type":"file","mode":420}`), false, "does not provide a sha256"},
		"endless metadata":         {endless, false, "larger than 64 MiB"},
		"endless content":          {endless, true, "larger than 64 MiB"},
		"cut metadata":             {cutShort, false, "ended unexpectedly"},
		"cut content":              {cutShort, true, "cannot download"},
		"slow metadata":            {slow, false, "the server did not answer in time"},
		"slow content":             {slow, true, "modules/m/x: the server did not answer in time"},
		"a redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://me:hush@example.com/x?token=hush", http.StatusFound)
		}, false, "the server redirects to https://example.com/x, which ralsh does not follow (302)"},
		"a redirect to itself": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }, true, "which ralsh does not follow (302)"},
		"a redirect to a file": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/shadow", http.StatusFound)
		}, true, "the server redirects to file:///etc/shadow, which ralsh does not follow (302)"},
		"a redirect to nowhere": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusFound) }, false, "302 Found"},
		"forbidden":             {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) }, true, "rejects the request for modules/m/x: no (403)"},
		"broken": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"message":"oh"}`, http.StatusInternalServerError)
		}, false, "rejects the request for modules/m/x: oh (500)"},
	} {
		t.Run(name, func(t *testing.T) {
			p, requests := serve(t, nil), 0
			p.does(func(w http.ResponseWriter, r *http.Request) bool {
				requests++
				c.serve(w, r)
				return true
			}, nil)
			opt := pluginsync.Options{
				Server: p.Listener.Addr().String(), Environment: environment,
				Identity: pluginsync.Identity{Name: "web1", Dir: p.ssldir("web1")}, LockTimeout: time.Minute,
			}
			if strings.HasPrefix(name, "slow") {
				opt.LockTimeout = 3 * time.Second // until then the server begins to answer
			}
			files, err := pluginsync.NewFiles(t.Context(), local.Machine().Reader(), opt)
			if err != nil {
				t.Fatal(err)
			}
			if c.read {
				_, err = files.ReadFile(t.Context(), "modules/m/x")
			} else if _, err = files.Stat(t.Context(), "modules/m/x"); err == nil {
				requests = 0
				_, err = files.Checksum(t.Context(), "modules/m/x", "sha256")
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush") || errors.Is(err, fs.ErrNotExist) || requests != 1 {
				t.Errorf("%v after %d requests, want %q", err, requests, c.want)
			}
		})
	}
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, text) }
}

func endless(w http.ResponseWriter, _ *http.Request) {
	for chunk := make([]byte, 1<<20); ; {
		if _, err := w.Write(chunk); err != nil {
			return
		}
	}
}

func cutShort(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = io.WriteString(w, "cut")
}

// slow sends a byte, and the next one never: not even the end, which a client that
// closes the connection might still read.
func slow(w http.ResponseWriter, r *http.Request) {
	_, _ = io.WriteString(w, "{")
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
	panic(http.ErrAbortHandler)
}
