package facts

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
)

// metadata is the server of a cloud. It records the requests.
type metadata struct {
	answers map[string]string // by method and address; a missing one is 404
	token   string            // that each GET of EC2 requires
	mu      sync.Mutex
	asked   []string
}

func (m *metadata) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	what := r.Method + " " + r.RequestURI
	m.mu.Lock()
	m.asked = append(m.asked, what)
	m.mu.Unlock()
	answer, known := m.answers[what]
	switch {
	case r.Method == http.MethodPut && r.Header.Get("X-aws-ec2-metadata-token-ttl-seconds") == "",
		r.Method == http.MethodGet && m.token != r.Header.Get("X-aws-ec2-metadata-token"),
		strings.HasPrefix(r.RequestURI, "/metadata/") && r.Header.Get("Metadata") != "true":
		w.WriteHeader(http.StatusUnauthorized)
	case !known:
		w.WriteHeader(http.StatusNotFound)
	default:
		_, _ = w.Write([]byte(answer))
	}
}

// ec2 are the answers of a machine of EC2. A role and user data have secrets.
var ec2 = map[string]string{
	"PUT /latest/api/token":                               "the-token",
	"GET /latest/meta-data/":                              "ami-id\nblock-device-mapping/\niam/\npublic-keys/\nspot/\nempty\n",
	"GET /latest/meta-data/ami-id":                        "ami-1\n",
	"GET /latest/meta-data/empty":                         "",
	"GET /latest/meta-data/block-device-mapping/":         "root",
	"GET /latest/meta-data/block-device-mapping/root":     "/dev/xvda",
	"GET /latest/meta-data/iam/":                          "info\nsecurity-credentials/",
	"GET /latest/meta-data/iam/info":                      "{}",
	"GET /latest/meta-data/iam/security-credentials/":     "role",
	"GET /latest/meta-data/iam/security-credentials/role": "SECRET",
	"GET /latest/meta-data/public-keys/":                  "0=mine",
	"GET /latest/meta-data/public-keys/0/":                "openssh-key",
	"GET /latest/meta-data/public-keys/0/openssh-key":     "ssh-ed25519 AAAA mine",
	"GET /latest/user-data/":                              "SECRET",
	"GET /metadata/instance?api-version=2020-09-01":       `{"compute": {"name": "vm1", "tagsList": [{"name": "a", "value": "b"}], "storageProfile": {"osDisk": {"diskSizeGB": 30}}}}`,
}

// cloudHost returns a host with the firmware of a cloud, and the facter.conf.
func cloudHost(t *testing.T, firmware map[string]string, conf string) host.Reader {
	t.Helper()
	root := t.TempDir()
	files := map[string]string{"etc/facter/facter.conf": conf, "proc/cpuinfo": "flags : fpu hypervisor\n"}
	for name, text := range firmware {
		files["sys/class/dmi/id/"+name] = text + "\n"
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h, err := local.Below(root)
	if err != nil {
		t.Fatal(err)
	}
	return h.Reader()
}

// The metadata of a cloud is read from its server only on request, with the token that the
// server gives, and without the secrets of the machine.
func TestCloudMetadata(t *testing.T) {
	amazon, azure := map[string]string{"bios_vendor": "Amazon EC2"}, map[string]string{"product_name": "Virtual Machine"}
	metal := map[string]string{"bios_vendor": "Dell Inc."}
	const ofEC2 = `{"ami-id":"ami-1","block-device-mapping":{"root":"/dev/xvda"},"empty":"","iam":{"info":"{}"},"public-keys":{"0":{"openssh-key":"ssh-ed25519 AAAA mine"}}}`
	const ofAzure = `{"compute":{"name":"vm1","storageProfile":{"osDisk":{"diskSizeGB":30}},"tagsList":[{"name":"a","value":"b"}]}}`
	tokenless := map[string]string{"GET /latest/meta-data/": "ami-id", "GET /latest/meta-data/ami-id": "ami-2"}
	for name, c := range map[string]struct {
		firmware map[string]string
		conf     string
		cloud    bool
		server   *metadata
		fact     string
		want     string // as JSON
		failed   string
		requests bool
	}{
		"EC2":                      {amazon, "", true, &metadata{answers: ec2, token: "the-token"}, "ec2_metadata", ofEC2, "", true},
		"by facter.conf":           {amazon, "global : { cloud : true }", false, &metadata{answers: ec2, token: "the-token"}, "ec2_metadata", ofEC2, "", true},
		"EC2 without tokens":       {amazon, "", true, &metadata{answers: tokenless}, "ec2_metadata", `{"ami-id":"ami-2"}`, "", true},
		"not asked":                {amazon, "", false, &metadata{answers: ec2}, "ec2_metadata", "null", "only with --cloud, or with global.cloud", false},
		"a server that fails":      {amazon, "", true, &metadata{}, "ec2_metadata", "null", "status 404", true},
		"Azure":                    {azure, "", true, &metadata{answers: ec2}, "az_metadata", ofAzure, "", true},
		"Azure, not asked":         {azure, "", false, &metadata{answers: ec2}, "az_metadata", "null", "only with --cloud", false},
		"Azure, a wrong document":  {azure, "", true, &metadata{answers: map[string]string{"GET /metadata/instance?api-version=2020-09-01": "no"}}, "az_metadata", "null", "invalid character", true},
		"user data":                {amazon, "", true, &metadata{answers: ec2, token: "the-token"}, "ec2_userdata", "null", "passwords", true},
		"a machine without clouds": {metal, "", true, &metadata{answers: ec2}, "ec2_metadata", "null", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(c.server)
			defer server.Close()
			f := With(cloudHost(t, c.firmware, c.conf), Options{Cloud: c.cloud, CloudServer: server.URL})
			got, err := f.Fact(t.Context(), c.fact)
			text, _ := json.Marshal(got)
			if diff := cmp.Diff(c.want, string(text)); diff != "" {
				t.Error(diff)
			}
			if (err != nil) != (c.failed != "") || err != nil && !strings.Contains(err.Error(), c.failed) {
				t.Errorf("error %v, want %q", err, c.failed)
			}
			all, err := json.Marshal(f.Tree(t.Context()))
			if err != nil || strings.Contains(string(all), "SECRET") || strings.Contains(string(all), "the-token") {
				t.Errorf("%v, %s", err, all)
			}
			if (len(c.server.asked) > 0) != c.requests || slices.ContainsFunc(c.server.asked, func(what string) bool {
				return strings.Contains(what, "security-credentials") || strings.Contains(what, "user-data")
			}) {
				t.Errorf("it asked %q", c.server.asked)
			}
		})
	}
}

// A server that cannot be reached is the reason of the missing fact.
func TestCloudWithoutServer(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	f := With(cloudHost(t, map[string]string{"bios_vendor": "Amazon EC2"}, ""), Options{Cloud: true, CloudServer: server.URL})
	if got, err := f.Fact(t.Context(), "ec2_metadata"); !got.IsNil() || err == nil || !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("%v, %v", got, err)
	}
}
