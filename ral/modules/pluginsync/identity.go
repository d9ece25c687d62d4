package pluginsync

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ralsh/ral/host"
)

// Identity is the agent's certificate and its trusted authorities.
type Identity struct {
	Dir  string // ssldir; "" for the first existing directory of sslDirs
	Name string // certname; the files are named NAME.pem
}

// sslDirs returns the directories of Puppet's certificates: for root the directories of
// Debian and of Puppet's packages, for other users the directory in the home.
func sslDirs(rd host.Reader) []string {
	if rd.UID() != 0 {
		return []string{path.Join(rd.Getenv("HOME"), ".puppetlabs/etc/puppet/ssl")}
	}
	return []string{"/etc/puppetlabs/puppet/ssl", "/var/lib/puppet/ssl", "/etc/puppet/ssl"}
}

// dir finds the directory of certificates.
func (id Identity) dir(ctx context.Context, rd host.Reader) (string, error) {
	if id.Dir != "" {
		return id.Dir, nil
	}
	for _, dir := range sslDirs(rd) {
		if there, _ := rd.Exists(ctx, dir); there {
			return dir, nil
		}
	}
	return "", fmt.Errorf("found no certificates of a Puppet agent: no %s (use --ssldir)", strings.Join(sslDirs(rd), ", no "))
}

// config returns the TLS configuration with the agent's certificate and
// authorities.
func (id Identity) config(ctx context.Context, rd host.Reader) (*tls.Config, error) {
	dir, err := id.dir(ctx, rd)
	if err != nil {
		return nil, err
	}
	if id.Name == "" || strings.Trim(id.Name, "abcdefghijklmnopqrstuvwxyz0123456789._-") != "" || strings.Trim(id.Name, ".") == "" {
		return nil, fmt.Errorf("invalid certname %q: use lower-case letters, digits, ., _ and -", id.Name)
	}
	ca := path.Join(dir, "certs/ca.pem")
	text, err := rd.ReadFile(ctx, ca)
	if err != nil {
		return nil, unread("the CA certificate", ca, err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s contains no certificate", ca)
	}
	own, err := id.pair(ctx, rd, dir)
	if err != nil {
		return nil, err
	}
	revoked, err := readRevoked(ctx, rd, path.Join(dir, "crl.pem"))
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, RootCAs: pool, Certificates: []tls.Certificate{own}, VerifyConnection: revoked.check,
	}, nil
}

// pair reads the agent's certificate and its key.
func (id Identity) pair(ctx context.Context, rd host.Reader, dir string) (tls.Certificate, error) {
	file := path.Join(dir, "certs", id.Name+".pem")
	cert, err := rd.ReadFile(ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		return tls.Certificate{}, fmt.Errorf("the certificate of %s does not exist: %s%s", id.Name, file, others(ctx, rd, path.Dir(file)))
	}
	if err != nil {
		return tls.Certificate{}, unread("the certificate", file, err)
	}
	key := path.Join(dir, "private_keys", id.Name+".pem")
	secret, err := rd.ReadFile(ctx, key)
	if err != nil {
		return tls.Certificate{}, unread("the key", key, err)
	}
	own, err := tls.X509KeyPair(cert, secret)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("%s and %s: %w", file, key, host.Connection(err))
	}
	return own, nil
}

// others returns the names of the existing certificates.
func others(ctx context.Context, rd host.Reader, dir string) string {
	names, _ := rd.ReadDir(ctx, dir)
	var list []string
	for _, name := range names {
		if name, ok := strings.CutSuffix(name, ".pem"); ok && name != "ca" {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "; use --certname with one of " + strings.Join(list, ", ")
}

// unread returns the error of a file that cannot be read.
func unread(what, file string, err error) error {
	return fmt.Errorf("cannot read %s %s: %w", what, file, host.Cause(err))
}
