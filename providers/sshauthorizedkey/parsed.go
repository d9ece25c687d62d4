package sshauthorizedkey

import (
	"context"
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/providers/internal/sshkeys"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
)

func parsed() ral.Provider {
	return ral.Provider{
		Name: "parsed",
		Doc: "Reads and writes `~/.ssh/authorized_keys` of each user in `/etc/passwd`, with the privileges of that user. " +
			"It keeps unmanaged lines byte for byte.",
		Commands: []ral.Command{accounts.Getent()},
		New:      func() any { return newKeys() },
	}
}

// keys is the behaviour: a parsedfile.Behaviour for the files of all users, which reads
// and writes each file as its user.
type keys struct {
	*parsedfile.Behaviour
	owners
}

func newKeys() *keys {
	k := &keys{}
	k.Behaviour = parsedfile.Provider{
		Format: sshkeys.Named(), Files: k, Fill: k.fill, UniqueKey: parsedfile.UniqueByName,
	}.Behaviour()
	return k
}

// Retrieve finds a key. Its user is the declared user, because a file does not contain
// it.
func (k *keys) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst, err := k.Behaviour.Retrieve(ctx, rd, r)
	if err == nil && inst.Present() && r.Has("user") {
		inst.Set("user", r.Get("user"))
	}
	return inst, err
}

// Flush writes the file as its user.
func (k *keys) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := k.take(ctx, wr.Reader(), r); err != nil {
		return err
	}
	return k.Behaviour.Flush(ctx, wr, r)
}

// CanBatch reports whether the keys are in the same file of the same user.
func (k *keys) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	return first.Get("user").Equal(r.Get("user")) && first.True("drop_privileges") == r.True("drop_privileges") &&
		k.Behaviour.CanBatch(ctx, rd, first, r)
}

// WriteBatch writes several keys of a file.
func (k *keys) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	for i, r := range all {
		if errs[i] = k.take(ctx, wr.Reader(), r); errs[i] != nil {
			for j := range all {
				errs[j] = errs[i]
			}
			return errs
		}
	}
	return k.Behaviour.WriteBatch(ctx, wr, all)
}

// noUserError is a missing user that an earlier step of the run may create.
type noUserError struct{ name string }

// Error returns Puppet's message.
func (e *noUserError) Error() string { return fmt.Sprintf("User '%s' does not exist", e.name) }

// Unwrap returns a DependencyError, because a different resource may create the user.
func (e *noUserError) Unwrap() error { return &ral.DependencyError{Type: "user", Name: e.name} }

// take records the user that writes the files of a resource.
func (k *keys) take(ctx context.Context, rd host.Reader, r *ral.Resource) error {
	user := r.Get("user")
	if user.IsNil() && r.Found.Present() {
		user = r.Is("user")
	}
	if user.IsNil() || user.IsAbsent() {
		return fmt.Errorf("Cannot write SSH authorized keys without user")
	}
	account, ok, err := k.owners.account(ctx, rd, user.Text())
	if err != nil {
		return err
	}
	if !ok {
		return &noUserError{user.Text()}
	}
	places, err := k.Places(ctx, rd, r)
	if err != nil {
		return err
	}
	if at := r.Is("target"); r.Found.Present() && !at.IsAbsent() {
		places = append(places, at.Text())
	}
	for _, path := range places {
		k.owners.set(path, account, r.True("drop_privileges"))
	}
	return nil
}
