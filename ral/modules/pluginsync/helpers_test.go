package pluginsync_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"maps"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/modules/pluginsync"
)

// authority is a certificate authority.
type authority struct {
	t    testing.TB
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	next int64
}

func newAuthority(t testing.TB) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authority{t: t, key: key, next: 1}
	a.cert = a.sign(&x509.Certificate{IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign}, "Puppet CA", key)
	return a
}

func (a *authority) sign(c *x509.Certificate, name string, key *ecdsa.PrivateKey) *x509.Certificate {
	a.t.Helper()
	c.SerialNumber, c.Subject = big.NewInt(a.next), pkix.Name{CommonName: name}
	c.NotBefore, c.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	a.next++
	parent := a.cert
	if parent == nil {
		parent = c
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, a.key)
	if err != nil {
		a.t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return cert
}

func (a *authority) pair(name string) (cert *x509.Certificate, pair tls.Certificate, certPEM, keyPEM []byte) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	cert = a.sign(&x509.Certificate{DNSNames: []string{name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}, name, key)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	certPEM = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw})
	keyPEM = pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	if pair, err = tls.X509KeyPair(certPEM, keyPEM); err != nil {
		a.t.Fatal(err)
	}
	return cert, pair, certPEM, keyPEM
}

// ssldir writes the directory of an agent that trusts the authority.
func (a *authority) ssldir(name string) string {
	a.t.Helper()
	_, _, certPEM, keyPEM := a.pair(name)
	dir := a.t.TempDir()
	for file, text := range map[string][]byte{
		"certs/ca.pem":           pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw}),
		"certs/" + name + ".pem": certPEM, "private_keys/" + name + ".pem": keyPEM,
	} {
		put(a.t, filepath.Join(dir, file), text)
	}
	return dir
}

func put(t testing.TB, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// puppet is a plugin server in the test process. It responds like puppetserver
// 7, except for the errors that a test configures.
type puppet struct {
	*httptest.Server
	*authority
	cert *x509.Certificate // its own certificate

	mu    sync.Mutex
	files map[string]string                                 // by MOUNT/PATH
	wrong func(w http.ResponseWriter, r *http.Request) bool // returns true if it has responded
	lists func(mount string, list []map[string]any) any     // returns the list to send
	asked []string                                          // the requested files
}

const environment = "production"

func serve(t testing.TB, files map[string]string) *puppet {
	t.Helper()
	p := &puppet{authority: newAuthority(t), files: files}
	cert, pair, _, _ := p.pair("puppet.example")
	p.cert = cert
	pool := x509.NewCertPool()
	pool.AddCert(p.authority.cert)
	p.Server = httptest.NewUnstartedServer(p)
	p.Config.ErrorLog = log.New(io.Discard, "", 0)
	p.TLS = &tls.Config{Certificates: []tls.Certificate{pair}, ClientAuth: tls.VerifyClientCertIfGiven, ClientCAs: pool}
	p.StartTLS()
	t.Cleanup(p.CloseClientConnections)
	t.Cleanup(p.Close)
	return p
}

// does configures an error of the server, or none. Requests of a finished sync
// may still be running.
func (p *puppet) does(wrong func(http.ResponseWriter, *http.Request) bool, lists func(string, []map[string]any) any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrong, p.lists = wrong, lists
}

func (p *puppet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	wrong := p.wrong
	p.mu.Unlock()
	if wrong != nil && wrong(w, r) {
		return
	}
	switch env := r.URL.Query().Get("environment"); {
	case len(r.TLS.PeerCertificates) == 0:
		http.Error(w, "Forbidden request: "+r.URL.Path, http.StatusForbidden)
		return
	case env != environment:
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(map[string]string{"message": "Not Found: Could not find environment '" + env + "'", "issue_kind": "RESOURCE_NOT_FOUND"})
		return
	}
	if mount, ok := strings.CutPrefix(r.URL.Path, "/puppet/v3/file_metadatas/"); ok {
		_ = json.NewEncoder(w).Encode(p.list(mount, r.URL.Query()))
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/puppet/v3/file_content/")
	p.mu.Lock()
	text, there := p.files[name]
	p.asked = append(p.asked, name)
	p.mu.Unlock()
	if !there {
		http.Error(w, `{"message":"Not Found: Could not find file_content `+name+`"}`, http.StatusNotFound)
		return
	}
	_, _ = io.WriteString(w, strings.TrimPrefix(text, "#!"))
}

// list describes a mount. If the server's modes are requested, a file that
// begins with #! has mode 0755; all others have 0644.
func (p *puppet) list(mount string, query url.Values) any {
	p.mu.Lock()
	defer p.mu.Unlock()
	entry := func(rel, kind, sum string, mode int) map[string]any {
		return map[string]any{
			"path": "/etc/puppet/code/modules/m", "relative_path": rel, "links": "follow", "owner": nil, "group": nil, "mode": mode,
			"checksum": map[string]any{"type": "sha256", "value": "{sha256}" + sum}, "type": kind, "destination": nil,
		}
	}
	list := []map[string]any{entry(".", "directory", "", 0o644)}
	seen := map[string]bool{".": true}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		rel, ok := strings.CutPrefix(name, mount+"/")
		if !ok {
			continue
		}
		for dir := path.Dir(rel); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			list = append(list, entry(dir, "directory", "", 0o644))
		}
		mode, text := 0o644, p.files[name]
		if strings.HasPrefix(text, "#!") && query.Get("source_permissions") == "use" {
			mode = 0o755
		}
		sum := sha256.Sum256([]byte(strings.TrimPrefix(text, "#!")))
		list = append(list, entry(rel, "file", hex.EncodeToString(sum[:]), mode))
	}
	if p.lists != nil {
		return p.lists(mount, list)
	}
	return list
}

// agent syncs from a server into a state directory of its own.
type agent struct {
	t     testing.TB
	state *ownfiles.State
	opt   pluginsync.Options
}

func (p *puppet) agent(t testing.TB) *agent {
	t.Helper()
	state, err := ownfiles.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &agent{t: t, state: state, opt: pluginsync.Options{
		Server: strings.TrimPrefix(p.URL, "https://"), Environment: environment, LockTimeout: 20 * time.Second,
		Identity: pluginsync.Identity{Dir: p.ssldir("agent.example"), Name: "agent.example"},
	}}
}

func (a *agent) sync(ctx context.Context) (pluginsync.Result, error) {
	return pluginsync.Sync(ctx, local.Machine().Reader(), a.state, a.opt)
}

// tree returns the agent's files, one per line with a mark if executable.
func (a *agent) tree() string {
	a.t.Helper()
	files, err := a.state.Generations(pluginsync.Dir).Files(a.t.Context())
	if err != nil {
		a.t.Fatal(err)
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text, _ := os.ReadFile(filepath.Join(a.state.Path(pluginsync.Dir), "current", name))
		switch f := files[name]; {
		case f.Dir:
		case f.Mode&0o111 != 0:
			b.WriteString(name + "* " + string(text) + "\n")
		default:
			b.WriteString(name + " " + string(text) + "\n")
		}
	}
	return b.String()
}

// marks returns the inode and change time of every path below the state
// directory, to detect writes.
func (a *agent) marks() map[string]string {
	a.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(a.state.Path(""), func(name string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := local.Machine().Reader().Lstat(a.t.Context(), name)
		all[name] = info.ChangeTime.String() + info.ModTime.String()
		return err
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return all
}
