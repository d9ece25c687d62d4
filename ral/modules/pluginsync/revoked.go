package pluginsync

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"ralsh/ral/host"
)

// revoked are the agent's certificate revocation lists. Without any, no
// certificate counts as revoked (puppet.conf(5), certificate_revocation).
type revoked []*x509.RevocationList

func readRevoked(ctx context.Context, rd host.Reader, file string) (revoked, error) {
	text, err := rd.ReadFile(ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unread("the revocation list", file, err)
	}
	var lists revoked
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		list, err := x509.ParseRevocationList(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, host.Connection(err))
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// check rejects a server with a revoked certificate. It is called after the
// chains are verified.
func (r revoked) check(state tls.ConnectionState) error {
	for _, chain := range state.VerifiedChains {
		for i, cert := range chain[:max(0, len(chain)-1)] {
			if r.has(cert, chain[i+1]) {
				return fmt.Errorf("the certificate of %s was revoked", cert.Subject.CommonName)
			}
		}
	}
	return nil
}

func (r revoked) has(cert, issuer *x509.Certificate) bool {
	return slices.ContainsFunc(r, func(list *x509.RevocationList) bool {
		return list.CheckSignatureFrom(issuer) == nil && slices.ContainsFunc(list.RevokedCertificateEntries, func(e x509.RevocationListEntry) bool {
			return e.SerialNumber.Cmp(cert.SerialNumber) == 0
		})
	})
}
