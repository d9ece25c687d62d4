package user

import (
	"context"
	"fmt"
	"path"
	"slices"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict returns the additional changes of the tools, and conditions that are
// not met yet.
func (u *useradd) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) (ral.Prediction, error) {
	f := ral.Prediction{Refused: refused(ctx, rd, r, attr, should)}
	switch {
	case attr == "ensure" && should.IsAbsent():
		f.Also, f.AlsoRemoves = u.alsoRemoved(ctx, rd, r)
		if r.True("managehome") {
			f.Lasting = u.lostFiles(ctx, rd, r)
		}
	case attr == "ensure":
		f.Note = shellNow(ctx, rd, r)
		if doubt, _ := accounts.NewName(ctx, rd, "User", r.Name()); doubt != "" {
			f.Certainty, f.Note = ral.Computed, doubt
		}
		f.Also, f.AlsoMakes = u.alsoMade(ctx, rd, r)
	case attr == "home" && r.True("managehome"):
		f.Also = []string{fmt.Sprintf("moves the contents of %s to %s", r.Is("home").Text(), should.Text())}
		f.Lasting = []string{fmt.Sprintf("an undo leaves the files of the user in %s", should.Text())}
	case attr == "uid":
		f.Also = []string{fmt.Sprintf("changes the owner of files in %s; other files keep UID %s", r.Is("home").Text(), r.Is("uid").Text())}
	case attr == "shell":
		f.Note = shellNow(ctx, rd, r)
	}
	return f, nil
}

// lostFiles returns the losses of userdel -r that no undo restores: a tree
// that cannot be read, times of files and extended attributes.
func (u *useradd) lostFiles(ctx context.Context, rd host.Reader, r *ral.Resource) (list []string) {
	if home := r.Is("home").Text(); path.IsAbs(home) {
		switch files, err := rd.ReadTree(ctx, home); {
		case err != nil:
			list = append(list, "an undo does not restore the home directory "+home+": "+err.Error())
		case slices.ContainsFunc(files, func(e host.TreeEntry) bool { return len(e.State.Xattrs) > 0 }):
			list = append(list, "an undo restores "+home+" with different modification times and without extended attributes")
		case len(files) > 0:
			list = append(list, "an undo restores "+home+" with different modification times")
		}
	}
	if spool := u.mailSpool(ctx, rd, r.Name()); spool != "" {
		if _, err := rd.ReadTree(ctx, spool); err != nil {
			list = append(list, "an undo does not restore the mail in "+spool+": "+err.Error())
		}
	}
	return list
}

// refused returns why an unprivileged user may not use the tool of a change,
// or "". For a new account, ensure covers all properties.
func refused(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, should value.Value) string {
	making := attr == "ensure" && !should.IsAbsent()
	switch {
	case attr == "password" || making && r.Has("password"):
		return accounts.Refused(rd, "chpasswd")
	case ofAge(attr) || making && len(ageArgs(r)) > 0:
		return accounts.Refused(rd, "chage")
	case making && r.True("managehome"):
		return accounts.OwnerRefused(rd)
	case attr == "uid" || attr == "gid":
		if there, err := rd.Exists(ctx, r.Is("home").Text()); there || err != nil {
			return accounts.OwnerRefused(rd)
		}
	}
	return ""
}

func ofAge(attr string) bool {
	switch attr {
	case "password_min_age", "password_max_age", "password_warn_days":
		return true
	}
	return false
}

// shellNow returns the current problem of the desired shell, or "".
func shellNow(ctx context.Context, rd host.Reader, r *ral.Resource) string {
	should := r.Get("shell")
	if should.IsNil() {
		return ""
	}
	if err := checkShell(ctx, rd, should.Text()); err != nil {
		return fmt.Sprintf("%s %s now", should.Text(), err.reason)
	}
	return ""
}

// makesGroup reports whether useradd creates a group with the name of a new user.
func (u *useradd) makesGroup(ctx context.Context, rd host.Reader, r *ral.Resource) bool {
	defs, err := u.files.LoginDefs(ctx, rd)
	return err == nil && defs.UserGroups() && !r.Has("gid") && !u.ownGroup(ctx, rd, r.Name())
}

// alsoMade returns the additional settings of useradd(8): the next free UID,
// the group with the user's name, and the home directory.
func (u *useradd) alsoMade(ctx context.Context, rd host.Reader, r *ral.Resource) (list []string, made []ral.Decl) {
	if !r.Has("uid") {
		uid, _ := accounts.NewNumber(ctx, rd, accounts.PasswdFile, r.True("system"), "") // Precheck reports the error
		list = append(list, accounts.TakesNext(accounts.PasswdFile, uid))
	}
	if u.makesGroup(ctx, rd, r) {
		list = append(list, "creates the group "+r.Name())
		made = append(made, ral.Decl{Type: "group", Title: r.Name(), Attrs: []ral.Attr{{Name: "ensure", Value: value.Sym("present")}}})
	}
	if r.True("managehome") {
		where := "the home directory"
		if home := r.Get("home"); !home.IsNil() {
			where += " " + home.Text()
		}
		list = append(list, "creates "+where+" with the files of /etc/skel")
	}
	return list, made
}

// alsoRemoved returns the additional removals of userdel(8): the home
// directory with -r, and the primary group if it has the user's name and no
// other member. The list also names a remaining home directory.
func (u *useradd) alsoRemoved(ctx context.Context, rd host.Reader, r *ral.Resource) (list []string, taken []ral.Decl) {
	if r.True("managehome") {
		list = append(list, fmt.Sprintf("removes %s with its contents, and the mail spool", r.Is("home").Text()))
	} else if home := r.Is("home").Text(); path.IsAbs(home) {
		if there, err := rd.Exists(ctx, home); err == nil && there {
			list = append(list, "leaves "+home+" with its contents (managehome => true removes it)")
		}
	}
	if gid, goes := accounts.GroupRemovedWith(ctx, rd, r.Name()); goes {
		list = append(list, "removes the group "+r.Name())
		taken = append(taken, ral.Decl{Type: "group", Title: r.Name(), Attrs: []ral.Attr{
			{Name: "ensure", Value: value.Sym("present")}, {Name: "gid", Value: value.Int(gid)}, {Name: "members", Value: value.ListOf()},
		}})
	}
	return list, taken
}
