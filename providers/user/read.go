package user

import (
	"context"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Retrieve reads one account from the files, or from another source when the
// files lack it.
func (u *useradd) Retrieve(ctx context.Context, look host.Reader, r *ral.Resource) (*ral.Instance, error) {
	v, err := u.view(ctx, look)
	if err != nil {
		return nil, err
	}
	if p, ok := v.passwd.Get(r.Name()); ok {
		return v.fill(ctx, ral.NewInstance(r.Type, p.Name), p), nil
	}
	if err := v.passwd.Check(r.Name()); err != nil {
		return nil, err
	}
	if r.True("forcelocal") {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	p, ok, err := u.nss.Passwd(ctx, look, r.Name())
	if err != nil {
		return nil, err
	}
	if !ok {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return v.fillForeign(ral.NewInstance(r.Type, p.Name), p), nil
}

// Prefetch asks once for all names that the files lack.
func (u *useradd) Prefetch(ctx context.Context, look host.Reader, all []*ral.Resource) error {
	passwd, err := u.files.Passwd(ctx, look)
	if err != nil {
		return nil // each resource says so
	}
	var names []string
	for _, r := range all {
		if _, ok := passwd.Get(r.Name()); !ok {
			names = append(names, r.Name())
		}
	}
	u.nss.AskAhead(ctx, look, "passwd", names)
	return nil
}

// List reads all accounts in one pass over the files.
func (u *useradd) List(ctx context.Context, in *ral.Listing) error {
	v, err := u.view(ctx, in.Reader)
	if err != nil {
		return err
	}
	for i, p := range v.passwd.All() {
		if v.passwd.Hidden(i, p.Name) {
			continue
		}
		in.Yield(v.fill(ctx, in.NewInstance(p.Name), p))
	}
	return v.passwd.CheckAll()
}

// view is the files as they are at one moment. Those that may not be read have
// their error.
type view struct {
	passwd              *accounts.Table[accounts.Passwd]
	group               *accounts.Groups
	shadow              *accounts.Table[accounts.Shadow]
	groupErr, shadowErr error
	odd                 *oddities
}

func (u *useradd) view(ctx context.Context, look host.Reader) (*view, error) {
	v := &view{}
	var err error
	if v.passwd, err = u.files.Passwd(ctx, look); err != nil {
		return nil, err
	}
	v.group, v.groupErr = u.files.Group(ctx, look)
	v.shadow, v.shadowErr = u.files.Shadow(ctx, look)
	v.odd = newOddities(look, v)
	return v, nil
}

func (v *view) fill(ctx context.Context, f *ral.Instance, p accounts.Passwd) *ral.Instance {
	f.From = accounts.At(accounts.PasswdFile, p.Line)
	v.identity(f, p)
	v.secrets(f, p)
	f.ProviderFindings = v.odd.of(ctx, f, p)
	return f
}

// fillForeign is an account that the files lack: what getent does not tell
// stays unread, so that it is never taken for a difference.
func (v *view) fillForeign(f *ral.Instance, p accounts.Passwd) *ral.Instance {
	f.Local = false
	f.From = "getent passwd " + p.Name
	v.identity(f, p)
	for _, attr := range shadowed {
		f.Set(attr, value.Unread(p.Name+" is not in "+accounts.PasswdFile+"; getent does not tell"))
	}
	return f
}

func (v *view) identity(f *ral.Instance, p accounts.Passwd) {
	f.Set("ensure", value.Present())
	f.Set("uid", value.Int(p.UID)).Set("gid", value.Int(p.GID))
	f.Set("comment", value.Str(p.Comment)).Set("home", value.Str(p.Home)).Set("shell", value.Str(p.Shell))
	if v.groupErr != nil {
		f.SetFrom("groups", value.Unread(v.groupErr.Error()), accounts.GroupFile)
		return
	}
	f.SetFrom("groups", value.Strs(v.group.Of(p.Name)...), accounts.GroupFile)
}

// shadowFault is why nothing can be known of an account's line in /etc/shadow.
func (v *view) shadowFault(name string) error {
	if v.shadowErr != nil {
		return v.shadowErr
	}
	return v.shadow.Check(name)
}

// shadowed are the properties that stand in /etc/shadow.
var shadowed = [...]string{"password", "password_min_age", "password_max_age", "password_warn_days", "expiry"}

func (v *view) secrets(f *ral.Instance, p accounts.Passwd) {
	if err := v.shadowFault(p.Name); err != nil {
		for _, attr := range shadowed {
			f.SetFrom(attr, value.Unread(err.Error()), accounts.ShadowFile)
		}
		return
	}
	s, ok := v.shadow.Get(p.Name)
	if !ok {
		for _, attr := range shadowed {
			f.SetFrom(attr, value.Absent(), accounts.ShadowFile)
		}
		if p.Password != "x" {
			f.SetFrom("password", value.Str(p.Password), f.From)
		}
		return
	}
	at := accounts.At(accounts.ShadowFile, s.Line)
	f.SetFrom("password", value.Str(s.Password), at)
	f.SetFrom("password_min_age", value.Int(s.Min), at)
	f.SetFrom("password_max_age", value.Int(s.Max), at)
	f.SetFrom("password_warn_days", value.Int(s.Warn), at)
	expiry := value.Absent()
	if day, ok := accounts.Date(s.Expire); ok {
		expiry = value.Str(day)
	}
	f.SetFrom("expiry", expiry, at)
}
