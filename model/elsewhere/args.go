package elsewhere

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// PackedArgs is the first argument of a command line whose second argument contains all
// arguments in packed form.
const PackedArgs = "--argv"

// pack encodes a command line for an unknown shell: no argument contains a line break, which
// csh(1) cannot read.
func pack(args []string) []string {
	if !slices.ContainsFunc(args, func(word string) bool { return strings.Contains(word, "\n") }) {
		return args
	}
	return []string{PackedArgs, base64.StdEncoding.EncodeToString([]byte(strings.Join(args, "\x00")))}
}

// UnpackArgs returns the command line that was packed.
func UnpackArgs(packed string) ([]string, error) {
	data, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", PackedArgs, err)
	}
	return strings.Split(string(data), "\x00"), nil
}
