package order

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// The limits of an order.
const (
	maxSize   = 256 << 10        // of its document, in bytes
	maxArgs   = 64 << 10         // of all arguments of the command line, in bytes
	maxHosts  = 20_000           // of all plans
	maxName   = 253              // of a host, in bytes
	maxWho    = 128              // of a principal, in bytes
	maxTime   = 10 * time.Minute // between NotBefore and NotAfter
	nonceSize = 32               // in hexadecimal digits
	sumSize   = 64               // in hexadecimal digits
)

// schema is the version of the document.
const schema = 1

// Order is a signed request of a principal to hosts. Times have whole seconds.
type Order struct {
	Schema      int       `json:"schema"`
	Principal   string    `json:"principal"` // the owner of the key that signs it
	Nonce       string    `json:"nonce"`     // 32 hexadecimal digits, never used twice
	NotBefore   time.Time `json:"not_before"`
	NotAfter    time.Time `json:"not_after"`
	Args        []string  `json:"args"`         // the command line, without the program
	StdinSHA256 string    `json:"stdin_sha256"` // of standard input, also where that is empty
	// Plans maps the digest of a plan to the hosts that apply it. The key "" is for hosts that
	// change nothing.
	Plans map[string][]string `json:"plans"`
}

// Encode returns the document of an order, in the only form that Parse accepts.
func Encode(o Order) ([]byte, error) {
	o.Schema = schema
	o.NotBefore, o.NotAfter = o.NotBefore.UTC().Truncate(time.Second), o.NotAfter.UTC().Truncate(time.Second)
	if err := o.check(); err != nil {
		return nil, err
	}
	data, err := json.Marshal(o)
	if err == nil && len(data) > maxSize {
		err = errTooLarge
	}
	return data, err
}

var (
	errTooLarge = fmt.Errorf("the order is larger than %d bytes", maxSize)
	errForm     = errors.New("the order is not in its canonical form")
)

// Parse reads the document of an order. Every order has exactly one valid document: Parse
// rejects different spellings, unknown, repeated and missing fields, and trailing data.
func Parse(data []byte) (Order, error) {
	if len(data) > maxSize {
		return Order{}, errTooLarge
	}
	var o Order
	if err := json.Unmarshal(data, &o); err != nil {
		return Order{}, fmt.Errorf("cannot parse the order: %w", err)
	}
	if o.Schema != schema {
		return Order{}, fmt.Errorf("the order has schema %d; this ralsh reads schema %d", o.Schema, schema)
	}
	same, err := Encode(o)
	if err != nil {
		return Order{}, err
	}
	if !bytes.Equal(same, data) {
		return Order{}, errForm
	}
	return o, nil
}

func (o *Order) check() error {
	if err := checkPrincipal(o.Principal); err != nil {
		return err
	}
	switch {
	case !isHex(o.Nonce, nonceSize):
		return fmt.Errorf("the nonce of the order must have %d hexadecimal digits", nonceSize)
	case !isHex(o.StdinSHA256, sumSize):
		return errors.New("the order lacks a valid SHA-256 of standard input")
	case o.NotAfter.Before(o.NotBefore):
		return errors.New("the order ends before it begins")
	case o.NotAfter.Sub(o.NotBefore) > maxTime:
		return fmt.Errorf("the order is valid for longer than %s", maxTime)
	case o.NotBefore.Year() < 2000 || o.NotAfter.Year() > 9999:
		return errors.New("the times of the order are invalid")
	}
	if err := o.checkArgs(); err != nil {
		return err
	}
	return o.checkPlans()
}

// checkPrincipal accepts only characters without a special meaning for ssh-keygen(1) and for a
// terminal.
func checkPrincipal(name string) error {
	invalid := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._@+-", r))
	}
	if name == "" || len(name) > maxWho || name[0] == '-' || strings.IndexFunc(name, invalid) >= 0 {
		return fmt.Errorf("%.60q is not the name of a principal", name)
	}
	return nil
}

func (o *Order) checkArgs() error {
	size := 0
	for _, word := range o.Args {
		if size += len(word) + 1; !utf8.ValidString(word) || strings.Contains(word, "\x00") {
			return errors.New("the command line of the order is not UTF-8 text")
		}
	}
	switch {
	case len(o.Args) == 0:
		return errors.New("the order lacks a command line")
	case size > maxArgs:
		return fmt.Errorf("the command line of the order is longer than %d bytes", maxArgs)
	}
	return nil
}

func (o *Order) checkPlans() error {
	known := make(map[string]bool)
	for digest, hosts := range o.Plans {
		if digest != "" && !isHex(digest, sumSize) {
			return fmt.Errorf("%.80q is not the digest of a plan", digest)
		}
		if len(hosts) == 0 {
			return errors.New("a plan of the order lacks hosts")
		}
		for _, name := range hosts {
			if name == "" || len(name) > maxName || !utf8.ValidString(name) {
				return fmt.Errorf("%.60q is not the name of a host", name)
			}
			if known[name] {
				return fmt.Errorf("the order lists the host %.60q twice", name)
			}
			known[name] = true
		}
	}
	switch {
	case len(known) == 0:
		return errors.New("the order lacks hosts")
	case len(known) > maxHosts:
		return fmt.Errorf("the order has more than %d hosts", maxHosts)
	}
	return nil
}

// planOf returns the digest of the plan for a host, "" if the host changes nothing. ok is
// false if the order does not include the host.
func (o *Order) planOf(host string) (digest string, ok bool) {
	for digest, hosts := range o.Plans {
		if slices.Contains(hosts, host) {
			return digest, true
		}
	}
	return "", false
}

// isHex reports whether a text consists of size lower-case hexadecimal digits.
func isHex(text string, size int) bool {
	_, err := hex.DecodeString(text)
	return err == nil && len(text) == size && strings.ToLower(text) == text
}

// NewNonce returns a random nonce.
func NewNonce() string {
	var b [nonceSize / 2]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
