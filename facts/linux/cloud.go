package linux

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// MetadataServer is the address at which a cloud answers its machines about themselves.
const MetadataServer = "http://169.254.169.254"

// metadataTimeout is how long the server may be silent; it is next to the machine.
const metadataTimeout = time.Second

var (
	errNotAsked = errors.New("ralsh asks the metadata server of a cloud only with --cloud, or with global.cloud in facter.conf")
	errUserData = errors.New("ralsh does not read it, because user data contains passwords and keys of many machines")
)

// cloud finds the metadata of the machine on a server of its cloud. Without a server it asks
// none.
type cloud struct{ server string }

func (c cloud) ec2(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	hw := hardwareOf(ctx, rd)
	if name, _ := hw.hypervisor(ctx, rd); !hw.amazon() && name != "kvm" && !strings.HasPrefix(name, "xen") {
		return
	}
	b.Miss([]string{"ec2_userdata"}, MetadataServer, errUserData)
	if c.server == "" {
		b.Miss([]string{"ec2_metadata"}, MetadataServer, errNotAsked)
		return
	}
	at := ec2Walk{rd: rd, b: b, left: maxMetadata}
	// A server without tokens answers without one (version 1 of the service).
	token, err := rd.Fetch(ctx, host.Request{
		Method: "PUT", TokenOnly: true, URL: c.server + "/latest/api/token", Timeout: metadataTimeout,
		Header: map[string]string{"X-aws-ec2-metadata-token-ttl-seconds": "100"},
	})
	if _, answered := errors.AsType[*host.StatusError](err); err != nil && !answered {
		b.Miss([]string{"ec2_metadata"}, c.server, err)
		return
	}
	if err == nil {
		at.token = string(token)
	}
	at.dir(ctx, c.server+"/latest/meta-data/", []string{"ec2_metadata"})
}

// maxMetadata is the maximum number of requests for the metadata of a machine.
const maxMetadata = 500

// ec2Walk reads the tree of metadata: a list of names at each address that ends in a slash.
type ec2Walk struct {
	rd    host.Reader
	b     *leaf.Builder
	token string
	left  int // requests
}

var numberedKey = lazyre.New(`^(\d+)=`)

// dir adds the values below an address. Like Facter it omits the credentials of roles.
func (w *ec2Walk) dir(ctx context.Context, url string, path []string) {
	list, ok := w.get(ctx, url, path)
	if !ok {
		return
	}
	for name := range strings.Lines(list) {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if m := numberedKey.FindStringSubmatch(name); m != nil {
			name = m[1] + "/"
		}
		inner, isDir := strings.CutSuffix(name, "/")
		switch {
		case inner == "security-credentials":
		case isDir:
			w.dir(ctx, url+name, join(path, inner))
		default:
			if text, ok := w.get(ctx, url+name, join(path, name)); ok {
				w.b.PutAt(join(path, name), value.Str(strings.TrimSpace(text)), url+name)
			}
		}
	}
}

func (w *ec2Walk) get(ctx context.Context, url string, path []string) (string, bool) {
	if w.left--; w.left < 0 {
		w.b.Miss(path, url, errors.New("the server has more than 500 values"))
		return "", false
	}
	r := host.Request{Method: "GET", URL: url, Timeout: metadataTimeout}
	if w.token != "" {
		r.Header, r.Hidden = map[string]string{"X-aws-ec2-metadata-token": w.token}, []string{w.token}
	}
	data, err := w.rd.Fetch(ctx, r)
	w.b.Miss(path, url, err)
	return string(data), err == nil
}

func (c cloud) azure(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	path := []string{"az_metadata"}
	if name, _ := hardwareOf(ctx, rd).hypervisor(ctx, rd); name != "hyperv" {
		return
	}
	if c.server == "" {
		b.Miss(path, MetadataServer, errNotAsked)
		return
	}
	url := c.server + "/metadata/instance?api-version=2020-09-01"
	data, err := rd.Fetch(ctx, host.Request{Method: "GET", URL: url, Timeout: metadataTimeout, Header: map[string]string{"Metadata": "true"}})
	var tree map[string]any
	if err == nil {
		numbers := json.NewDecoder(bytes.NewReader(data))
		numbers.UseNumber()
		err = numbers.Decode(&tree)
	}
	if err != nil {
		b.Miss(path, url, err)
		return
	}
	b.Tree(path, value.FromPlain(tree), url)
}
