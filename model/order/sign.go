package order

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
)

// namespace separates signatures of orders from other signatures.
const namespace = "ralsh@order"

const signed = "order"

// Sign returns the signature of a document with an SSH key: a private key file, a public key
// file whose private key is in the SSH agent, or a certificate. ssh-keygen(1) may prompt on
// the terminal for a passphrase or a touch.
func Sign(ctx context.Context, key string, data []byte) (signature []byte, err error) {
	dir, err := ownfiles.RuntimeDir()
	if err != nil {
		return nil, err
	}
	file, err := ownfiles.Peek(dir).Scratch(signed, data)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Remove()) }()
	exit, err := attached.Prompt(ctx, []string{"ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", key, file.Path()})
	if err != nil {
		return nil, err
	}
	if exit != 0 {
		return nil, fmt.Errorf("cannot sign the order with %s: ssh-keygen ended with status %d", key, exit)
	}
	signature, size, err := ownfiles.Peek(filepath.Dir(file.Path())).ReadPart(signed+".sig", 0, maxSignature)
	switch {
	case err != nil:
		return nil, err
	case size > maxSignature:
		return nil, errSignature
	}
	return signature, checkArmour(signature)
}
