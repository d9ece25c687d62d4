package order

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
)

// Signers are the files that list the accepted keys of a host. Only root may write both files
// and their directories.
type Signers struct {
	Allowed string // in the form of allowed_signers, see ssh-keygen(1)
	Revoked string // revoked keys; the file is optional
}

// The limits of ssh-keygen(1).
const (
	maxMessage  = 64 << 10 // of its output, in bytes
	verifyLimit = 10 * time.Second
)

// Verify returns an error unless a principal signed the document. It writes the signature into
// a temporary file of the state directory.
func (s Signers) Verify(ctx context.Context, state *ownfiles.State, principal string, data, signature []byte) (err error) {
	if err := checkPrincipal(principal); err != nil {
		return err
	}
	if err := checkArmour(signature); err != nil {
		return err
	}
	revoked, err := s.check()
	if err != nil {
		return err
	}
	file, err := state.Scratch("signature", signature)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Remove()) }()
	argv := []string{"ssh-keygen", "-Y", "verify", "-n", namespace, "-f", s.Allowed, "-I", principal, "-s", file.Path()}
	if !revoked {
		return verify(ctx, argv, principal, data)
	}
	err = verify(ctx, append(argv[:len(argv):len(argv)], "-r", s.Revoked), principal, data)
	if bad, ok := errors.AsType[*SignatureError](err); ok && bad.Reason == noKey && verify(ctx, argv, principal, data) == nil {
		bad.Reason = fmt.Sprintf("the key is in %s, or ssh-keygen cannot read that file", s.Revoked)
	}
	return err
}

// noKey is the message of ssh-keygen(1) for keys that are not allowed, for revoked keys, and
// for an unreadable list of revoked keys.
const noKey = "Could not verify signature"

func verify(ctx context.Context, argv []string, principal string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, verifyLimit)
	defer cancel()
	text := &host.Held{Max: maxMessage}
	p, err := attached.Start(ctx, argv, bytes.NewReader(data), text, text)
	if err != nil {
		return err
	}
	if err := p.Wait(ctx); err != nil {
		return fmt.Errorf("cannot check the signature: ssh-keygen did not end: %w", err)
	}
	if p.Exit() != 0 {
		return &SignatureError{principal, reason(string(text.Data))}
	}
	return nil
}

// check reports whether the host has revoked keys. It returns an error if a file is missing or
// a different user could have written it.
func (s Signers) check() (revoked bool, err error) {
	_, err = ownfiles.ReadConfig(s.Allowed)
	if errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("this host accepts no orders: %s does not exist", s.Allowed)
	}
	if err != nil {
		return false, err
	}
	_, err = ownfiles.ReadConfig(s.Revoked)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return true, err
}

// SignatureError is a signature that the host does not accept for the principal.
type SignatureError struct{ Principal, Reason string }

// Error contains the reason of ssh-keygen(1), which is foreign text.
func (e *SignatureError) Error() string {
	return fmt.Sprintf("this host does not accept the signature of %s: %s", e.Principal, e.Reason)
}

// reason returns the first line of the output of ssh-keygen(1).
func reason(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if first = strings.TrimSuffix(strings.TrimSpace(first), "."); first == "" {
		return "ssh-keygen printed no reason"
	}
	return first
}
