package user

import (
	"context"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Retrieve reads an account from the files, or from a different source of
// nsswitch.conf unless forcelocal is true.
func (u *useradd) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	v, err := u.view(ctx, rd)
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
	p, ok, err := u.nss.Passwd(ctx, rd, r.Name())
	if err != nil {
		return nil, err
	}
	if !ok {
		return ral.AbsentInstance(r.Type, r.Name()), nil
	}
	return v.fillForeign(ral.NewInstance(r.Type, p.Name), p), nil
}

// Prefetch looks up all names that are not in the files with a single query.
func (u *useradd) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	passwd, err := u.files.Passwd(ctx, rd)
	if err != nil {
		return nil // Retrieve reports it for each resource
	}
	var names []string
	for _, r := range all {
		if _, ok := passwd.Get(r.Name()); !ok {
			names = append(names, r.Name())
		}
	}
	u.nss.AskAhead(ctx, rd, "passwd", names)
	return nil
}

// List reads all accounts in a single pass over the files.
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

// view is the content of the files at a time, or the error for an unreadable
// file.
type view struct {
	passwd              *accounts.Table[accounts.Passwd]
	group               *accounts.Groups
	shadow              *accounts.Table[accounts.Shadow]
	groupErr, shadowErr error
	findings            *findings
}

func (u *useradd) view(ctx context.Context, rd host.Reader) (*view, error) {
	v := &view{}
	var err error
	if v.passwd, err = u.files.Passwd(ctx, rd); err != nil {
		return nil, err
	}
	v.group, v.groupErr = u.files.Group(ctx, rd)
	v.shadow, v.shadowErr = u.files.Shadow(ctx, rd)
	v.findings = newFindings(rd, v)
	return v, nil
}

func (v *view) fill(ctx context.Context, inst *ral.Instance, p accounts.Passwd) *ral.Instance {
	inst.From = accounts.At(accounts.PasswdFile, p.Line)
	v.identity(inst, p)
	v.secrets(inst, p)
	inst.ProviderFindings = v.findings.of(ctx, inst, p)
	return inst
}

// fillForeign fills in an account that is not in the files. Properties that
// getent does not return are unknown, so that they never count as a
// difference.
func (v *view) fillForeign(inst *ral.Instance, p accounts.Passwd) *ral.Instance {
	inst.Local = false
	inst.From = "getent passwd " + p.Name
	v.identity(inst, p)
	for _, attr := range shadowed {
		inst.Set(attr, value.Unread(p.Name+" is not in "+accounts.PasswdFile+", and getent does not return it"))
	}
	return inst
}

func (v *view) identity(inst *ral.Instance, p accounts.Passwd) {
	inst.Set("ensure", value.Present())
	inst.Set("uid", value.Int(p.UID)).Set("gid", value.Int(p.GID))
	inst.Set("comment", value.Str(p.Comment)).Set("home", value.Str(p.Home)).Set("shell", value.Str(p.Shell))
	if v.groupErr != nil {
		inst.SetFrom("groups", value.Unread(v.groupErr.Error()), accounts.GroupFile)
		return
	}
	inst.SetFrom("groups", value.Strs(v.group.Of(p.Name)...), accounts.GroupFile)
}

// shadowFault returns why the line of an account in /etc/shadow cannot be read,
// or nil.
func (v *view) shadowFault(name string) error {
	if v.shadowErr != nil {
		return v.shadowErr
	}
	return v.shadow.Check(name)
}

// shadowed lists the properties in /etc/shadow.
var shadowed = [...]string{"password", "password_min_age", "password_max_age", "password_warn_days", "expiry"}

func (v *view) secrets(inst *ral.Instance, p accounts.Passwd) {
	if err := v.shadowFault(p.Name); err != nil {
		for _, attr := range shadowed {
			inst.SetFrom(attr, value.Unread(err.Error()), accounts.ShadowFile)
		}
		return
	}
	s, ok := v.shadow.Get(p.Name)
	if !ok {
		for _, attr := range shadowed {
			inst.SetFrom(attr, value.Absent(), accounts.ShadowFile)
		}
		if p.Password != "x" {
			inst.SetFrom("password", value.Str(p.Password), inst.From)
		}
		return
	}
	at := accounts.At(accounts.ShadowFile, s.Line)
	inst.SetFrom("password", value.Str(s.Password), at)
	inst.SetFrom("password_min_age", value.Int(s.Min), at)
	inst.SetFrom("password_max_age", value.Int(s.Max), at)
	inst.SetFrom("password_warn_days", value.Int(s.Warn), at)
	expiry := value.Absent()
	if day, ok := accounts.Date(s.Expire); ok {
		expiry = value.Str(day)
	}
	inst.SetFrom("expiry", expiry, at)
}
