package exec

import (
	"context"
	"errors"
	"strconv"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
)

// identity returns the user and groups of the command, nil for the identity of
// ralsh. A user has the groups that list the user as a member.
func (b *runner) identity(ctx context.Context, rd host.Reader, r *ral.Resource) (*host.Identity, error) {
	if !r.Has("user") && !r.Has("group") {
		return nil, nil
	}
	as := &host.Identity{UID: rd.UID(), GID: rd.GID()}
	if r.Has("user") {
		if err := b.asUser(ctx, rd, as, r.Get("user").Text()); err != nil {
			return nil, err
		}
	}
	if r.Has("group") {
		gid, err := b.groupID(ctx, rd, r.Get("group").Text())
		if err != nil {
			return nil, err
		}
		as.GID = gid
	}
	if as.UID != rd.UID() && rd.UID() != 0 {
		return nil, errors.New("Only root can execute commands as other users")
	}
	return as, nil
}

func (b *runner) asUser(ctx context.Context, rd host.Reader, as *host.Identity, name string) error {
	users, err := b.accounts.Passwd(ctx, rd)
	if err != nil {
		return err
	}
	p, ok := users.Get(name)
	if number, bad := strconv.ParseUint(name, 10, 32); !ok && bad == nil {
		p, ok = accounts.Passwd{UID: int64(number), GID: int64(as.GID)}, true
		for _, each := range users.All() {
			if each.UID == int64(number) {
				p = each
				break
			}
		}
	}
	if !ok && rd.Root() == "/" {
		if p, ok, err = b.nss.Passwd(ctx, rd, name); err != nil {
			return err
		}
	}
	if !ok {
		return &ral.DependencyError{Type: "user", Name: name}
	}
	as.UID, as.GID = int(p.UID), int(p.GID)
	groups, err := b.accounts.Group(ctx, rd)
	if err != nil {
		return err
	}
	for _, of := range groups.Of(p.Name) {
		if g, ok := groups.Get(of); ok {
			as.Groups = append(as.Groups, int(g.GID))
		}
	}
	return nil
}

func (b *runner) groupID(ctx context.Context, rd host.Reader, name string) (int, error) {
	groups, err := b.accounts.Group(ctx, rd)
	if err != nil {
		return 0, err
	}
	g, ok := groups.Get(name)
	if number, bad := strconv.ParseUint(name, 10, 32); !ok && bad == nil {
		return int(number), nil
	}
	if !ok && rd.Root() == "/" {
		if g, ok, err = b.nss.Group(ctx, rd, name); err != nil {
			return 0, err
		}
	}
	if !ok {
		return 0, &ral.DependencyError{Type: "group", Name: name}
	}
	return int(g.GID), nil
}
