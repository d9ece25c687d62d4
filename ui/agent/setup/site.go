package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/nats-io/nkeys"

	"ralsh/model/wire"
	"ralsh/ral/host/ownfiles"
)

// siteFile contains the data for the next run, at most maxSite bytes.
const (
	siteFile = "setup.yaml"
	maxSite  = 8 << 20
)

// site contains all hosts and operators. It has no secrets.
type site struct {
	Servers   []string            `yaml:"servers"`    // HOST:PORT
	ServerDir string              `yaml:"server_dir"` // where the server has its files
	GivenCA   bool                `yaml:"given_ca"`   // ca.pem is from an existing authority
	JetStream bool                `yaml:"jetstream"`
	Setup     string              `yaml:"setup,omitempty"` // the public key of the user that creates the buckets
	Hosts     map[string]string   `yaml:"hosts"`           // public keys of NATS by name
	Operators map[string]operator `yaml:"operators"`
}

type operator struct {
	NKey string   `yaml:"nkey"` // public
	Keys []string `yaml:"keys"` // public keys of SSH, as authorized_keys has them
	File string   `yaml:"file"` // where the operator has the key that signs
}

func readSite(files *ownfiles.State) (*site, error) {
	s := &site{Hosts: make(map[string]string), Operators: make(map[string]operator)}
	data, size, err := files.ReadPart(siteFile, 0, maxSite)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, err
	case size > maxSite:
		return nil, fmt.Errorf("%s is too large (%d bytes, at most %d)", files.Path(siteFile), size, maxSite)
	}
	err = yaml.NewDecoder(bytes.NewReader(data), yaml.Strict()).Decode(s)
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", files.Path(siteFile), err)
	}
	return s, nil
}

// check returns an error for values that a run never writes: names become paths.
func (s *site) check() error {
	if s.Hosts == nil || s.Operators == nil {
		return errors.New("hosts and operators must be maps (example: {})")
	}
	for name, key := range s.Hosts {
		if err := checkUser(name, key); err != nil {
			return err
		}
	}
	for name, is := range s.Operators {
		if err := checkUser(name, is.NKey); err != nil {
			return err
		}
	}
	return nil
}

func checkUser(name, key string) error {
	if !nkeys.IsValidPublicUserKey(key) {
		return fmt.Errorf("%.80q is not the public key of %.80q", key, name)
	}
	return wire.CheckName(name)
}

func (m *maker) writeSite() error {
	data, err := yaml.Marshal(m.site)
	if err != nil {
		return err
	}
	return m.files.WriteAtomic(siteFile, append([]byte("# Written by ralsh-agent setup, which reads this file in its next run.\n"), data...))
}

func (s *site) hosts() []string     { return slices.Sorted(maps.Keys(s.Hosts)) }
func (s *site) operators() []string { return slices.Sorted(maps.Keys(s.Operators)) }
