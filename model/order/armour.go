package order

import (
	"encoding/base64"
	"errors"
	"strings"
)

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
