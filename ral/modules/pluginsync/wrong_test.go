package pluginsync_test

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/ral/modules/pluginsync"
)

// answer sends a status and a text for every path that contains part.
func answer(part string, status int, text string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, part) {
			return false
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
		return true
	}
}

// cut closes the connection before sending the announced length.
func cut(part string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, part) {
			return false
		}
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `[{"relative_path":".","type":"directory"}`)
		return true
	}
}

// with adds an entry to the list of plugins.
func with(pairs ...any) func(string, []map[string]any) any {
	entry := map[string]any{
		"relative_path": "new.star", "type": "file", "mode": 0o644,
		"checksum": map[string]any{"type": "sha256", "value": "{sha256}" + strings.Repeat("0", 64)},
	}
	for i := 0; i < len(pairs); i += 2 {
		entry[pairs[i].(string)] = pairs[i+1]
	}
	return func(mount string, list []map[string]any) any {
		if mount == "plugins" {
			list = append(list, entry)
		}
		return list
	}
}

// Any error of a server ends the sync, is reported, and leaves the old tree
// intact, without additional files.
func TestServerThatMisbehaves(t *testing.T) {
	t.Parallel()
	type wrong = func(http.ResponseWriter, *http.Request) bool
	type lists = func(string, []map[string]any) any
	const list, content = "/file_metadatas/plugins", "/file_content/plugins/ral/words.star"
	for _, c := range []struct {
		name  string
		wrong wrong
		lists lists
		want  string
	}{
		{"the list is forbidden", answer(list, 403, "Forbidden request: /puppet/v3\nmore"), nil, "rejects the request for the list of plugins: Forbidden request: /puppet/v3 (403)"},
		{"the list is not there", answer(list, 404, `{"message":"Not Found: no mount","issue_kind":"X"}`), nil, "rejects the request for the list of plugins: Not Found: no mount (404)"},
		{"the server breaks", answer(list, 500, ""), nil, "rejects the request for the list of plugins: 500 Internal Server Error"},
		{"the server points elsewhere", func(w http.ResponseWriter, r *http.Request) bool {
			http.Redirect(w, r, "https://127.0.0.1:1/", http.StatusFound)
			return true
		}, nil, "rejects the request for the list of pluginfacts: the server redirects to https://127.0.0.1:1/, which ralsh does not follow (302)"},
		{"the first list is forbidden", answer("/file_metadatas/pluginfacts", 403, "no"), nil, "rejects the request for the list of pluginfacts: no (403)"},
		{"the list is cut", cut(list), nil, "the list of plugins is incomplete: the connection ended unexpectedly"},
		{"the list is a page", answer(list, 200, "<html>"), nil, "the list of plugins: invalid list of files: invalid character '<'"},
		{"the list is empty", answer(list, 200, "[]"), nil, "the list of plugins: the list is incomplete: the directory of the mount is missing"},
		{"a file is forbidden", answer(content, 403, "no"), nil, "rejects the request for plugins/ral/words.star: no (403)"},
		{"a file is not there", answer(content, 404, `{"message":"Not Found: Could not find file_content"}`), nil, "rejects the request for plugins/ral/words.star: Not Found: Could not find file_content (404)"},
		{"a file is cut", cut(content), nil, "cannot download plugins/ral/words.star: the connection ended unexpectedly"},
		{"a file is another", answer(content, 200, "evil"), nil, "plugins/ral/words.star differs from the list: SHA-256 b5c1fb2efc6d6b4674c2fdcc48ce01b43a3b7c03763c0c3355de0099ee0f8c73, expected "},
		{"a file is empty", answer(content, 200, ""), nil, "plugins/ral/words.star differs from the list"},
		{"a file has no end", func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, content) {
				return false
			}
			part := make([]byte, 1<<20)
			for range 70 {
				if _, err := w.Write(part); err != nil {
					return true
				}
			}
			return true
		}, nil, "plugins/ral/words.star is larger than 64 MiB"},
		{"above", nil, with("relative_path", "../evil"), `the list of plugins: "../evil": invalid path: expected a relative path inside the mount`},
		{"far above", nil, with("relative_path", "ral/../../../evil"), `"ral/../../../evil": invalid path`},
		{"the root", nil, with("relative_path", "/etc/evil"), `"/etc/evil": invalid path`},
		{"no path", nil, with("relative_path", ""), `"": invalid path`},
		{"a path written badly", nil, with("relative_path", "ral//x"), `"ral//x": invalid path`},
		{"a path that ends in a slash", nil, with("relative_path", "ral/x/"), `"ral/x/": invalid path`},
		{"a line break", nil, with("relative_path", "ral/x\ny"), `"ral/x\ny": invalid path`},
		{"nothing in a path", nil, with("relative_path", "ral/x\x00"), `"ral/x\x00": invalid path`},
		{"a link out of the tree", nil, with("type", "link", "destination", "../../../etc/passwd"), `"new.star": unsupported file type link: only files and directories are allowed`},
		{"a device", nil, with("type", "characterSpecial"), `"new.star": unsupported file type characterSpecial`},
		{"another checksum", nil, with("checksum", map[string]any{"type": "md5", "value": "{md5}d41d8cd98f00b204e9800998ecf8427e"}), `"new.star": the checksum is not SHA-256`},
		{"half a checksum", nil, with("checksum", map[string]any{"type": "sha256", "value": "{sha256}00"}), `"new.star": the checksum is not SHA-256`},
		{"no checksum", nil, with("checksum", nil), `"new.star": the checksum is not SHA-256`},
		{"twice", nil, with("relative_path", "ral/words.star"), `"ral/words.star" is listed twice`},
		{"a file and a folder", nil, with("relative_path", "ral"), `"ral" is listed twice`},
		{"a file in a file", nil, with("relative_path", "ral/words.star/x"), `the parent of "ral/words.star/x" is a file`},
		{"more than can be", nil, func(mount string, list []map[string]any) any {
			for i := range 100_001 {
				list = append(list, map[string]any{"relative_path": fmt.Sprint(i), "type": "directory"})
			}
			return list
		}, "files (at most 100000)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := serve(t, site())
			a := p.agent(t)
			if _, err := a.sync(t.Context()); err != nil {
				t.Fatal(err)
			}
			before := a.marks()
			p.files["plugins/ral/words.star"] = "x = 1"
			p.files["plugins/ral/last.star"] = "y = 1"
			delete(p.files, "plugins/ral/type/thing.star")
			p.does(c.wrong, c.lists)
			_, err := a.sync(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if got := a.tree(); got != siteTree {
				t.Errorf("the old tree is\n%s", got)
			}
			for name := range a.marks() {
				if rel := strings.TrimPrefix(name, a.state.Path("")); before[name] == "" && rel != "/plugins.lock" {
					t.Errorf("%s is left over", name)
				}
			}
			p.does(nil, nil)
			if r, err := a.sync(t.Context()); err != nil || changes(r) != "added lib/ral/last.star, removed lib/ral/type, removed lib/ral/type/thing.star, added lib/ral/words.star" {
				t.Errorf("afterwards: %s, %v", changes(r), err)
			}
		})
	}
}

// A silent server costs the timeout and no more.
func TestServerThatNeverAnswers(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"/file_metadatas/pluginfacts", "/file_content/"} {
		p := serve(t, site())
		a := p.agent(t)
		a.opt.LockTimeout = 3 * time.Second // until then the server begins to answer
		var asked []string
		a.opt.Waiting = func(what string) { asked = append(asked, what) }
		p.wrong = func(_ http.ResponseWriter, r *http.Request) bool {
			if !strings.Contains(r.URL.Path, part) {
				return false
			}
			<-r.Context().Done()
			panic(http.ErrAbortHandler) // returning would send an empty response
		}
		if _, err := a.sync(t.Context()); err == nil || !strings.Contains(err.Error(), "the server did not answer in time") {
			t.Errorf("%s: %v", part, err)
		}
		if len(asked) == 0 || asked[0] != "waiting for the pluginfacts of "+a.opt.Server {
			t.Errorf("said to be asked: %q", asked)
		}
		if a.tree() != "" {
			t.Error("it wrote")
		}
	}
}

// A cancelled sync leaves the old tree.
func TestSyncInterrupted(t *testing.T) {
	p := serve(t, site())
	a := p.agent(t)
	if _, err := a.sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.files["plugins/a.star"], p.files["plugins/b.star"] = "a", "b"
	ctx, cancel := context.WithCancel(t.Context())
	p.wrong = func(_ http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/b.star") {
			return false
		}
		cancel()
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
	if _, err := a.sync(ctx); err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Errorf("%v", err)
	}
	if got := a.tree(); got != siteTree {
		t.Errorf("the old tree is\n%s", got)
	}
}

// Wrong certificates of the agent or the server.
func TestWrongCertificates(t *testing.T) {
	p := serve(t, site())
	stranger := newAuthority(t)
	good := p.agent(t)
	for _, c := range []struct {
		name string
		set  func(t *testing.T, opt *pluginsync.Options)
		want string
	}{
		{"a server of another authority", func(t *testing.T, opt *pluginsync.Options) {
			opt.Identity.Dir = stranger.ssldir("agent.example")
		}, ": the certificate of the server is not trusted: certificate signed by unknown authority"},
		{"an agent of another authority", func(t *testing.T, opt *pluginsync.Options) {
			dir := stranger.ssldir("agent.example")
			put(t, filepath.Join(dir, "certs/ca.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: p.authority.cert.Raw}))
			opt.Identity.Dir = dir
		}, ": the server rejected the certificate of this host: unknown certificate authority"},
		{"another name", func(_ *testing.T, opt *pluginsync.Options) {
			opt.Server = strings.Replace(opt.Server, "127.0.0.1", "localhost", 1)
		}, "certificate is valid for puppet.example, not localhost"},
		{"no such agent", func(_ *testing.T, opt *pluginsync.Options) { opt.Identity.Name = "other.example" }, "the certificate of other.example does not exist: /"},
		{"no such agent, others", func(_ *testing.T, opt *pluginsync.Options) { opt.Identity.Name = "other.example" }, "; use --certname with one of agent.example"},
		{"a name that is a path", func(_ *testing.T, opt *pluginsync.Options) { opt.Identity.Name = "../ca/ca_crt" }, `invalid certname "../ca/ca_crt"`},
		{"no name", func(_ *testing.T, opt *pluginsync.Options) { opt.Identity.Name = "" }, `invalid certname ""`},
		{"no folder", func(t *testing.T, opt *pluginsync.Options) { opt.Identity.Dir = t.TempDir() + "/none" }, "/none/certs/ca.pem: no such file or directory"},
		{"no key", func(t *testing.T, opt *pluginsync.Options) {
			opt.Identity.Dir = p.ssldir("agent.example")
			if err := os.Remove(opt.Identity.Dir + "/private_keys/agent.example.pem"); err != nil {
				t.Fatal(err)
			}
		}, "/private_keys/agent.example.pem: no such file or directory"},
		{"another key", func(t *testing.T, opt *pluginsync.Options) {
			opt.Identity.Dir = p.ssldir("agent.example")
			_, _, _, key := p.pair("agent.example")
			put(t, opt.Identity.Dir+"/private_keys/agent.example.pem", key)
		}, ".pem: private key does not match public key"},
		{"no certificate in the file", func(t *testing.T, opt *pluginsync.Options) {
			opt.Identity.Dir = p.ssldir("agent.example")
			put(t, opt.Identity.Dir+"/certs/ca.pem", []byte("x"))
		}, "certs/ca.pem contains no certificate"},
		{"a revoked server", func(t *testing.T, opt *pluginsync.Options) {
			opt.Identity.Dir = p.ssldir("agent.example")
			put(t, opt.Identity.Dir+"/crl.pem", p.revoke(p.cert))
		}, "the certificate of puppet.example was revoked"},
		{"a list of revoked ones that is none", func(t *testing.T, opt *pluginsync.Options) {
			opt.Identity.Dir = p.ssldir("agent.example")
			put(t, opt.Identity.Dir+"/crl.pem", pem.EncodeToMemory(&pem.Block{Type: "X509 CRL", Bytes: []byte("x")}))
		}, "crl.pem: malformed crl"},
		{"an environment that there is not", func(_ *testing.T, opt *pluginsync.Options) { opt.Environment = "nowhere" }, "Could not find environment 'nowhere' (404)"},
		{"no server", func(_ *testing.T, opt *pluginsync.Options) { opt.Server = "127.0.0.1:1" }, "127.0.0.1:1: cannot connect: connection refused"},
		{"no name of a server", func(_ *testing.T, opt *pluginsync.Options) { opt.Server = "https://puppet/" }, `"https://puppet/" is not a server: expected HOST or HOST:PORT`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := *good
			c.set(t, &a.opt)
			if _, err := a.sync(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
			if good.tree() != "" {
				t.Error("it wrote")
			}
		})
	}
	for what, list := range map[string][]byte{
		"of others":            p.revoke(&x509.Certificate{SerialNumber: big.NewInt(4711)}),
		"of another authority": stranger.revoke(p.cert),
	} {
		put(t, good.opt.Identity.Dir+"/crl.pem", list)
		if _, err := good.sync(t.Context()); err != nil {
			t.Errorf("with a list %s: %v", what, err)
		}
	}
}

// revoke returns the authority's revocation list with one certificate.
func (a *authority) revoke(cert *x509.Certificate) []byte {
	a.t.Helper()
	der, err := x509.CreateRevocationList(rand.Reader, &x509.RevocationList{
		Number: big.NewInt(1), ThisUpdate: time.Now(), NextUpdate: time.Now().Add(time.Hour),
		RevokedCertificateEntries: []x509.RevocationListEntry{{SerialNumber: cert.SerialNumber, RevocationTime: time.Now()}},
	}, a.cert, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "X509 CRL", Bytes: der})
}

// Without a client certificate a Puppet server responds 403; the server of the
// tests does too, so that the other tests are meaningful.
func TestServerAsksWhoItIs(t *testing.T) {
	p := serve(t, maps.Clone(site()))
	resp, err := p.Client().Get(p.URL + "/puppet/v3/file_metadatas/plugins?environment=production")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Error(resp.Status)
	}
}
