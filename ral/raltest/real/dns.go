package real

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// DNS is a name server on loopback, with a key that may do everything with its zone.
type DNS struct {
	Address             string // host:port
	API                 string // address of PowerDNS's HTTP API
	Root                string // the root in which it runs
	Key, Secret, APIKey string
	Log                 func() string // output so far
}

// The key of the servers, and the key of the API.
const (
	dnsSecret = "bWFkZSBmb3IgdGVzdHMgb25seSwgMzIgYnl0ZXMgbG9uZy4="
	dnsAPIKey = "made-for-tests-only"
)

// zoneFile returns a zone file with these lines after its SOA and NS.
func zoneFile(zone string, lines []string) string {
	return "$ORIGIN " + zone + ".\n$TTL 3600\n@ SOA ns1 hostmaster 1 10800 3600 604800 300\n@ NS ns1\nns1 A 192.0.2.53\n" +
		strings.Join(lines, "\n") + "\n"
}

// Bind starts BIND (named) with a zone; lines have the syntax of a zone file.
func Bind(t testing.TB, zone string, lines ...string) DNS {
	t.Helper()
	root, port := overlay(t, "dns"), freePort(t)
	Write(t, filepath.Join(root, "srv/dns/zone"), zoneFile(zone, lines), 0o644)
	Write(t, filepath.Join(root, "srv/dns/named.conf"), fmt.Sprintf(`
options { directory "/srv/dns"; listen-on port %d { 127.0.0.1; }; listen-on-v6 { none; }; pid-file "/srv/dns/pid";
  session-keyfile "/srv/dns/session.key"; recursion no; notify no; allow-transfer { none; }; };
controls { };
key ralsh { algorithm hmac-sha256; secret "%s"; };
zone "%s" { type primary; file "zone"; allow-update { key ralsh; }; allow-transfer { key ralsh; }; };
`, port, dnsSecret, zone), 0o644)
	return serve(t, root, DNS{}, port, "named", "-g", "-n", "1", "-c", "/srv/dns/named.conf")
}

// Knot starts Knot with a zone.
func Knot(t testing.TB, zone string, lines ...string) DNS {
	t.Helper()
	root, port := overlay(t, "dns"), freePort(t)
	Write(t, filepath.Join(root, "srv/dns/zone"), zoneFile(zone, lines), 0o644)
	Write(t, filepath.Join(root, "srv/dns/knot.conf"), fmt.Sprintf(`
server:
  rundir: /srv/dns
  listen: 127.0.0.1@%d
log:
  - target: stderr
    any: info
database:
  storage: /srv/dns
key:
  - id: ralsh
    algorithm: hmac-sha256
    secret: %s
acl:
  - id: all
    key: ralsh
    action: [update, transfer]
zone:
  - domain: %s
    file: /srv/dns/zone
    zonefile-sync: -1
    zonefile-load: whole
    acl: all
`, port, dnsSecret, zone), 0o644)
	return serve(t, root, DNS{}, port, "knotd", "-c", "/srv/dns/knot.conf")
}

// PowerDNS starts PowerDNS on SQLite, with its HTTP API and without a zone.
func PowerDNS(t testing.TB) DNS {
	t.Helper()
	root, port, api := PowerDNSRoot(t), freePort(t), freePort(t)
	Write(t, filepath.Join(root, "etc/powerdns/pdns.conf"), fmt.Sprintf(`%s
socket-dir=/srv/dns
local-address=127.0.0.1
local-port=%d
webserver=yes
webserver-address=127.0.0.1
webserver-port=%d
api=yes
api-key=%s
`, onSQLite, port, api, dnsAPIKey), 0o644)
	return serve(t, root, DNS{API: fmt.Sprintf("http://127.0.0.1:%d", api), APIKey: dnsAPIKey}, api,
		"pdns_server", "--guardian=no", "--daemon=no")
}

const onSQLite = "launch=gsqlite3\ngsqlite3-database=/srv/dns/pdns.sqlite3"

// PowerDNSRoot returns a fresh root with PowerDNS's commands and, in
// /srv/dns/pdns.sqlite3, a database without zones. No server runs.
func PowerDNSRoot(t testing.TB) string {
	t.Helper()
	Need(t, "the database of PowerDNS", "sqlite3")
	root := overlay(t, "dns")
	Write(t, filepath.Join(root, "etc/powerdns/pdns.conf"), onSQLite+"\n", 0o644)
	mkdirs(t, filepath.Join(root, "srv/dns"))
	schema := filepath.Join(root, "usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql")
	if out, err := exec.Command("sqlite3", filepath.Join(root, "srv/dns/pdns.sqlite3"), ".read "+schema).CombinedOutput(); err != nil {
		t.Fatalf("making the database: %v\n%s", err, out)
	}
	return root
}

// MakeZone creates a zone with the API of PowerDNS; body is the body of the request.
func (d DNS) MakeZone(t testing.TB, body string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.API+"/api/v1/servers/localhost/zones", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-API-Key", d.APIKey)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusCreated {
		t.Fatalf("making the zone: %s\n%s", answer.Status, d.Log())
	}
}

// serve runs a server in the root until the test ends, and waits until it answers on
// the port.
func serve(t testing.TB, root string, d DNS, port int, argv ...string) DNS {
	t.Helper()
	d.Root = root
	d.Address, d.Key, d.Secret = fmt.Sprintf("127.0.0.1:%d", port), "ralsh", dnsSecret
	args := []string{"--mount", "--pid", "--fork", "--kill-child", "--mount-proc=" + filepath.Join(root, "proc"), "chroot", root}
	cmd := exec.Command("unshare", append(args, argv...)...)
	cmd.Env = environment("HOME=/root", "LC_ALL=C")
	out := &safeBuffer{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan error, 1)
	go func() { gone <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-gone
	})
	d.Log = out.String
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	late := time.After(30 * time.Second)
	for {
		conn, err := net.Dial("tcp", d.Address)
		if err == nil {
			_ = conn.Close()
			return d
		}
		select {
		case err := <-gone:
			gone <- err
			t.Fatalf("%s ended: %v\n%s", argv[0], err, out)
		case <-late:
			t.Fatalf("%s does not answer: %v\n%s", argv[0], err, out)
		case <-tick.C:
		}
	}
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// safeBuffer is a buffer that a process writes while a test reads it.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write appends p and never fails.
func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

// String returns everything that was written.
func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
