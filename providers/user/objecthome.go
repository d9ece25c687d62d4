package user

import (
	"fmt"
	"strings"

	"ralsh/ral/value"
)

// homeGoes says what keeps userdel -r from removing a home: its owner, or another
// user who lives in it or below it.
func (o prechecking) homeGoes() error {
	home := o.r.Is("home").Text()
	info, err := o.rd.Stat(o.ctx, home)
	if err != nil {
		return nil // what is not there is not removed, and no error to userdel
	}
	if uid, known := o.r.Is("uid").Int(); known && int64(info.UID) != uid {
		return fmt.Errorf("userdel refuses to remove %s: it is of uid %d, and not of %s", home, info.UID, o.r.Name())
	}
	passwd, err := o.u.files.Passwd(o.ctx, o.rd)
	if err != nil {
		return err
	}
	for _, p := range passwd.All() {
		ensure, _ := o.before.Value("user", p.Name, "ensure")
		if p.Name != o.r.Name() && !ensure.IsAbsent() && within(p.Home, home) {
			return fmt.Errorf("userdel refuses to remove %s: it holds the home of %s", home, p.Name)
		}
	}
	return nil
}

// within reports whether a path is a folder or below it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// homeMoves says what keeps usermod -m from moving a home: a folder in its place.
// usermod would change the account first, and then fail.
func (o prechecking) homeMoves(to string) error {
	old := o.r.Is("home")
	if old.IsAbsent() || old.Equal(value.Str(to)) {
		return nil
	}
	info, err := o.rd.Stat(o.ctx, old.Text())
	if err != nil || !info.IsDir() {
		return nil // there is nothing to move
	}
	if there, err := o.rd.Exists(o.ctx, to); err != nil || !there {
		return err
	}
	return fmt.Errorf("usermod refuses to move %s: %s is there already", old.Text(), to)
}
