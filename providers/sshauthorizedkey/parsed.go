package sshauthorizedkey

import (
	"context"
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/providers/internal/sshkeys"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func parsed() ral.Provider {
	return ral.Provider{
		Name: "parsed",
		Doc: "Reads and writes `~/.ssh/authorized_keys` of each user in `/etc/passwd`, with the rights of that user. " +
			"Lines that are not managed are kept byte for byte.",
		Commands: []ral.Command{accounts.Getent()},
		New:      func() any { return newKeys() },
	}
}

// keys is the behaviour: it uses one engine for the files of all users, which
// reads and writes each as its user.
type keys struct {
	file   ral.Ops
	store  parsedfile.Store // for searching the files of all users
	owners owners
}

func newKeys() *keys {
	k := &keys{}
	k.store.Format, k.store.After, k.store.Read = sshkeys.Format(), sshkeys.Name, k.owners.read
	k.file = ral.OpsOf(parsedfile.Provider{
		Format: sshkeys.Format(), Record: "parsed", After: sshkeys.Name,
		Read: k.owners.read, Put: k.owners.put, Files: k.files, Places: k.places, Fill: k.fill,
		UniqueKey: parsedfile.UniqueByName,
	}.New())
	return k
}

// List yields the keys of all users.
func (k *keys) List(ctx context.Context, in *ral.Listing) error { return k.file.List(ctx, in) }

// Forget does nothing, like that of the engine.
func (k *keys) Forget() {}

// Retrieve finds a key. Its user is the declared one, because a file does not
// contain it.
func (k *keys) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst, err := k.file.Retrieve(ctx, rd, r)
	if err == nil && inst.Present() && r.Has("user") {
		inst.Set("user", r.Get("user"))
	}
	return inst, err
}

// Create, Destroy and Set collect changes for Flush.
func (k *keys) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return k.file.Create(ctx, wr, r)
}

// Destroy collects the removal of the key.
func (k *keys) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return k.file.Destroy(ctx, wr, r)
}

// Set collects one property.
func (k *keys) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	return k.file.Set(ctx, wr, r, attr, should)
}

// Predict reports the changes of other keys of the same name.
func (k *keys) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	return k.file.Predict(ctx, rd, r, attr, should)
}

// Flush writes the file as its user.
func (k *keys) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := k.take(ctx, wr.Reader(), r); err != nil {
		return err
	}
	return k.file.Flush(ctx, wr, r)
}

// CanBatch reports whether the keys are in one file of the same user.
func (k *keys) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	return first.Get("user").Equal(r.Get("user")) && first.True("drop_privileges") == r.True("drop_privileges") &&
		k.file.CanBatch(ctx, rd, first, r)
}

// FlushBatch writes several keys of one file.
func (k *keys) FlushBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	errs := make([]error, len(all))
	for i, r := range all {
		if errs[i] = k.take(ctx, wr.Reader(), r); errs[i] != nil {
			for j := range all {
				errs[j] = errs[i]
			}
			return errs
		}
	}
	return k.file.FlushBatch(ctx, wr, all)
}

// noUserError is a missing user that an earlier step of the run may create.
type noUserError struct{ name string }

// Error returns Puppet's message.
func (e *noUserError) Error() string { return fmt.Sprintf("User '%s' does not exist", e.name) }

// Unwrap returns a DependencyError, because another resource may create the
// user.
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
	places, err := k.places(ctx, rd, r)
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
