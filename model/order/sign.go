package order

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

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

// maxSignature limits a signature, in bytes. A signature with a certificate has about two
// thousand.
const maxSignature = 16 << 10

const (
	armourBegin = "-----BEGIN SSH SIGNATURE-----\n"
	armourEnd   = "-----END SSH SIGNATURE-----\n"
	armourWidth = 70
)

var errSignature = errors.New("the signature is not in the format of ssh-keygen(1)")

// checkArmour accepts only signatures as ssh-keygen(1) writes them; ssh-keygen itself reads
// more variants.
func checkArmour(signature []byte) error {
	text, begins := strings.CutPrefix(string(signature), armourBegin)
	text, ends := strings.CutSuffix(text, armourEnd)
	if len(signature) > maxSignature || !begins || !ends {
		return errSignature
	}
	blob, err := base64.StdEncoding.Strict().DecodeString(strings.ReplaceAll(text, "\n", ""))
	if err != nil || len(blob) == 0 || armoured(blob) != text {
		return errSignature
	}
	return nil
}

// armoured returns the base64 lines of a signature.
func armoured(blob []byte) string {
	var text strings.Builder
	for rest := base64.StdEncoding.EncodeToString(blob); rest != ""; {
		n := min(len(rest), armourWidth)
		text.WriteString(rest[:n] + "\n")
		rest = rest[n:]
	}
	return text.String()
}
