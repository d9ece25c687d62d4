package sshauthorizedkey

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

// keyFile is the path of a user's keys (sshd_config(5), AuthorizedKeysFile).
const keyFile = ".ssh/authorized_keys"

// Paths returns the existing files of all local users, and files whose existence is
// unknown.
func (k *keys) Paths(ctx context.Context, rd host.Reader) ([]string, error) {
	table, err := k.owners.reader.Passwd(ctx, rd)
	if err != nil {
		return nil, err
	}
	var list []string
	seen := make(map[string]bool)
	for _, account := range table.All() {
		file := path.Join(account.Home, keyFile)
		if seen[file] || !path.IsAbs(file) {
			continue
		}
		seen[file] = true
		if _, err := rd.Lstat(ctx, file); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		k.owners.set(file, account, true)
		list = append(list, file)
	}
	return list, nil
}

// Places returns the declared file, the file of the user, or all readable files.
func (k *keys) Places(ctx context.Context, rd host.Reader, r *ral.Resource) ([]string, error) {
	target := r.Get("target")
	user := r.Get("user")
	if !user.IsNil() {
		account, ok, err := k.owners.account(ctx, rd, user.Text())
		if err != nil {
			return nil, err
		}
		file := path.Join(account.Home, keyFile)
		if given(target) {
			file = target.Text()
		}
		if !ok && !given(target) {
			return nil, nil
		}
		if ok {
			k.owners.set(file, account, r.True("drop_privileges"))
		}
		return []string{file}, nil
	}
	all, err := k.Paths(ctx, rd)
	if given(target) || err != nil {
		return []string{target.Text()}, err
	}
	return k.withKey(ctx, rd, all, r.Name())
}

func given(target value.Value) bool {
	return !target.IsNil() && !target.IsAbsent() && target.Text() != "absent"
}

// withKey returns the file that contains a key with the name. It returns an error for
// several files, because the user must be declared, and for unreadable files if no other
// file contains the key.
func (k *keys) withKey(ctx context.Context, rd host.Reader, all []string, name string) ([]string, error) {
	var with []string
	var errs []error
	for _, file := range all {
		parsed, err := k.Load(ctx, rd, file)
		if err != nil {
			if !host.IsMissing(err) {
				errs = append(errs, err)
			}
			continue
		}
		for _, line := range parsed.Lines() {
			if line.Record.Text("name") == name {
				with = append(with, file)
				break
			}
		}
	}
	if len(with) > 1 {
		return nil, fmt.Errorf("%s and %s both contain a key with the name %s: declare its user", with[0], with[1], name)
	}
	if len(with) == 0 {
		return nil, errors.Join(errs...)
	}
	return with, nil
}

// fill sets the user of a key, and sets options to absent if the record has an
// empty list.
func (k *keys) fill(inst *ral.Instance, _ parsedfile.Record) {
	if items := inst.Get("options").Items(); len(items) == 1 && items[0].IsAbsent() {
		inst.Set("options", value.Absent())
	}
	if owner := k.owners.of(inst.Get("target").Text()); owner != "" {
		inst.Set("user", value.Str(owner))
	}
}
