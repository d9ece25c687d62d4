package order

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"ralsh/ral/host"
)

// namespace keeps signatures of orders and of anything else apart.
const namespace = "ralsh@order"

// signed is the name of the file that ssh-keygen(1) signs.
const signed = "order"

// Sign returns the signature of a document with a key of ssh: the file of a private key, or
// of a public one whose private part the agent of ssh has, or a certificate. ssh-keygen(1)
// may ask for a passphrase or a touch, on the terminal.
func Sign(ctx context.Context, key string, data []byte) (signature []byte, err error) {
	dir, err := host.RuntimeDir()
	if err != nil {
		return nil, err
	}
	file, err := host.PeekState(dir).Scratch(signed, data)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Remove()) }()
	exit, err := host.Asking(ctx, []string{"ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", key, file.Path()})
	if err != nil {
		return nil, err
	}
	if exit != 0 {
		return nil, fmt.Errorf("cannot sign the order with %s: ssh-keygen ended with status %d", key, exit)
	}
	signature, size, err := host.PeekState(filepath.Dir(file.Path())).ReadPart(signed+".sig", 0, MaxSignature)
	switch {
	case err != nil:
		return nil, err
	case size > MaxSignature:
		return nil, errSignature
	}
	return signature, checkArmour(signature)
}
