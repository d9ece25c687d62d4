package user

import (
	"context"
	"fmt"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
)

// inDirectory reports whether forcelocal is true and a directory service has
// the name of a new account. useradd(8) rejects the name, because it queries
// every source; luseradd(1) of libuser reads only the files.
func (u *useradd) inDirectory(ctx context.Context, rd host.Reader, r *ral.Resource) (bool, error) {
	if !r.True("forcelocal") {
		return false, nil
	}
	_, ok, err := u.nss.Passwd(ctx, rd, r.Name())
	return ok, err
}

// addLocally creates the account with luseradd. usermod sets groups and
// expiry, which luseradd cannot set. addLocally rejects a duplicate UID,
// because luseradd accepts it.
func (u *useradd) addLocally(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := accounts.Libuser(ctx, wr.Reader(), "luseradd", r.Name()); err != nil {
		return err
	}
	if err := u.numberFree(ctx, wr.Reader(), r); err != nil {
		return err
	}
	var args []string
	for _, attr := range []string{"comment", "gid", "home", "shell", "uid"} {
		if text, ok := addValue(r, attr); ok {
			args = append(args, flag(attr), text)
		} else if attr == "gid" && u.ownGroup(ctx, wr.Reader(), r.Name()) {
			args = append(args, "-g", r.Name())
		}
	}
	if !r.True("managehome") {
		args = append(args, "-M")
	}
	if r.True("system") {
		args = append(args, "-r")
	}
	if err := run(ctx, wr, "luseradd", append(args, r.Name())...); err != nil {
		return err
	}
	for _, attr := range []string{"groups", "expiry"} {
		if text, ok := addValue(r, attr); ok {
			if err := run(ctx, wr, "usermod", flag(attr), text, r.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *useradd) numberFree(ctx context.Context, rd host.Reader, r *ral.Resource) error {
	uid, given := r.Get("uid").Int()
	if !given || r.True("allowdupe") {
		return nil
	}
	passwd, err := u.files.Passwd(ctx, rd)
	if err != nil {
		return err
	}
	for _, p := range passwd.All() {
		if p.UID == uid {
			return fmt.Errorf("UID %d already exists, use allowdupe to force user creation: it belongs to %s (%s)",
				uid, p.Name, accounts.At(accounts.PasswdFile, p.Line))
		}
	}
	return nil
}
