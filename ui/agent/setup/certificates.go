package setup

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"slices"
	"time"

	"ralsh/ral/host/ownfiles"
)

// The validity of certificates, and the time before the end at which setup renews a
// certificate.
const (
	validCA     = 10 * 365 * 24 * time.Hour
	validServer = 2 * 365 * 24 * time.Hour
	renewBefore = 60 * 24 * time.Hour
	clockSkew   = time.Hour
	maxPEM      = 1 << 20
)

const (
	caFile     = "ca.pem"
	caKeyFile  = "ca.key"
	serverCert = "server/server.pem"
	serverKey  = "server/server.key"
)

// takeCA reads the certificates of an existing authority.
func (m *maker) takeCA(file string) error {
	if file == "" {
		return nil
	}
	data, err := ownfiles.ReadNamed(file, maxPEM)
	switch {
	case err != nil:
		return fmt.Errorf("--ca: %w", err)
	case bytes.Contains(data, []byte("PRIVATE KEY")) || !x509.NewCertPool().AppendCertsFromPEM(data):
		return fmt.Errorf("--ca: %s must contain certificates in PEM, and no private key", file)
	}
	m.given, m.site.GivenCA = data, true
	return nil
}

// certificates creates the certificates that are missing or expire soon. With an existing
// authority, the administrator provides the certificate of the server.
func (m *maker) certificates() error {
	if m.given != nil {
		return m.files.WriteAtomic(caFile, m.given)
	}
	if m.site.GivenCA {
		return nil
	}
	ca, err := m.certificate(caFile)
	if errors.Is(err, fs.ErrNotExist) {
		ca, err = m.makeCA()
	}
	if err != nil {
		return err
	}
	if left := ca.NotAfter.Sub(m.now); left < validServer {
		m.report("%s is valid until %s: run setup in a new directory before that date, and copy the new files to the server, all hosts and all operators", caFile, ca.NotAfter.Format(time.DateOnly))
	}
	server, err := m.certificate(serverCert)
	if err == nil && server.CheckSignatureFrom(ca) == nil && slices.Equal(names(server), m.serverNames()) && server.NotAfter.Sub(m.now) > renewBefore {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return m.makeServerCert(ca)
}

func (m *maker) makeCA() (*x509.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := m.template("ralsh NATS", validCA)
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign
	data, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	if err := m.writePair(caFile, data, caKeyFile, key); err != nil {
		return nil, err
	}
	m.report("created a certificate authority: keep %s safe, and do not copy it to the server", caKeyFile)
	return x509.ParseCertificate(data)
}

func (m *maker) makeServerCert(ca *x509.Certificate) error {
	signer, err := m.caKey()
	if err != nil {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := m.template(m.serverNames()[0], validServer)
	if template.NotAfter.After(ca.NotAfter) {
		template.NotAfter = ca.NotAfter
	}
	template.KeyUsage, template.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	for _, name := range m.serverNames() {
		if ip, err := netip.ParseAddr(name); err == nil {
			template.IPAddresses = append(template.IPAddresses, ip.AsSlice())
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	data, err := x509.CreateCertificate(rand.Reader, template, ca, key.Public(), signer)
	if err != nil {
		return err
	}
	if err := m.writePair(serverCert, data, serverKey, key); err != nil {
		return err
	}
	m.report("created the certificate of the server: it is valid until %s; setup renews it in the last %d days", template.NotAfter.Format(time.DateOnly), int(renewBefore.Hours()/24))
	return nil
}

func (m *maker) caKey() (*ecdsa.PrivateKey, error) {
	data, err := m.files.Read(caKeyFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot create the certificate of the server: restore the key of its authority, %s", caKeyFile)
	}
	if err != nil {
		return nil, err
	}
	defer clear(data)
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("%s is not in PEM", m.files.Path(caKeyFile))
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	signer, ok := key.(*ecdsa.PrivateKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s is not the private key that ralsh-agent setup created", m.files.Path(caKeyFile))
	}
	return signer, nil
}

func (m *maker) template(name string, valid time.Duration) *x509.Certificate {
	serial := make([]byte, 16)
	_, _ = rand.Read(serial) // it never fails
	serial[0] &= 0x7f
	return &x509.Certificate{
		SerialNumber: new(big.Int).SetBytes(serial), Subject: pkix.Name{CommonName: name},
		NotBefore: m.now.Add(-clockSkew), NotAfter: m.now.Add(valid),
	}
}

// writePair writes a certificate, after its key.
func (m *maker) writePair(certFile string, cert []byte, keyFile string, key *ecdsa.PrivateKey) error {
	data, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := m.files.WriteAtomic(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: data})); err != nil {
		return err
	}
	return m.files.WriteAtomic(certFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
}

func (m *maker) certificate(name string) (*x509.Certificate, error) {
	data, err := m.files.Read(name)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("%s is not in PEM", m.files.Path(name))
	}
	return x509.ParseCertificate(block.Bytes)
}

// serverNames returns the names and addresses of the server, without ports, sorted.
func (m *maker) serverNames() []string {
	var list []string
	for _, server := range m.site.Servers {
		name, _, _ := net.SplitHostPort(server)
		list = append(list, name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// names returns the names in a certificate, in the same order.
func names(cert *x509.Certificate) []string {
	list := slices.Clone(cert.DNSNames)
	for _, ip := range cert.IPAddresses {
		list = append(list, ip.String())
	}
	slices.Sort(list)
	return list
}
