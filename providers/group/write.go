package group

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

func (g *groupadd) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	var args []string
	if should := r.Get("gid"); !should.IsNil() {
		args = gidArgs(r, should)
	}
	if r.True("system") {
		args = append(args, "-r")
	}
	if err := g.add(ctx, wr, r, append(args, r.Name())); err != nil {
		return err
	}
	if names := names(r.Get("members")); len(names) > 0 {
		return run(ctx, wr, "gpasswd", "-M", strings.Join(names, ","), r.Name())
	}
	return nil
}

// add runs groupadd(8). With forcelocal, for a name in a directory service,
// which groupadd rejects, it runs lgroupadd(1) of libuser, which accepts
// duplicate numbers and does not support -o.
func (g *groupadd) add(ctx context.Context, wr host.Writer, r *ral.Resource, args []string) error {
	if !r.True("forcelocal") {
		return run(ctx, wr, "groupadd", args...)
	}
	_, known, err := g.nss.Group(ctx, wr.Reader(), r.Name())
	if err != nil {
		return err
	}
	if !known {
		return run(ctx, wr, "groupadd", args...)
	}
	if err := accounts.Libuser(ctx, wr.Reader(), "lgroupadd", r.Name()); err != nil {
		return err
	}
	if err := g.numberFree(ctx, wr.Reader(), r); err != nil {
		return err
	}
	return run(ctx, wr, "lgroupadd", slices.DeleteFunc(args, func(arg string) bool { return arg == "-o" })...)
}

func (g *groupadd) numberFree(ctx context.Context, rd host.Reader, r *ral.Resource) error {
	gid, given := r.Get("gid").Int()
	if !given || r.True("allowdupe") {
		return nil
	}
	groups, err := g.files.Group(ctx, rd)
	if err != nil {
		return err
	}
	if name, taken := groups.NameOf(gid); taken {
		return fmt.Errorf("GID %d already exists, use allowdupe to force group creation: it belongs to %s", gid, name)
	}
	return nil
}

// Destroy removes the group. groupdel rejects a user's primary group.
func (g *groupadd) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if err := local(r); err != nil {
		return err
	}
	return run(ctx, wr, "groupdel", r.Name())
}

func (g *groupadd) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	if err := local(r); err != nil {
		return err
	}
	switch attr {
	case "gid":
		return run(ctx, wr, "groupmod", append(gidArgs(r, should), r.Name())...)
	case "members":
		return setMembers(ctx, wr, r, should)
	}
	return fmt.Errorf("groupmod cannot set %s to %s", attr, should.Text())
}

// setMembers replaces the list if auth_membership is set; otherwise it adds
// the missing members, so that members of other programs stay.
func setMembers(ctx context.Context, wr host.Writer, r *ral.Resource, should value.Value) error {
	if r.True("auth_membership") {
		return run(ctx, wr, "gpasswd", "-M", strings.Join(names(should), ","), r.Name())
	}
	has := names(r.Is("members"))
	for _, user := range names(should) {
		if slices.Contains(has, user) {
			continue
		}
		if err := run(ctx, wr, "gpasswd", "-a", user, r.Name()); err != nil {
			return err
		}
	}
	return nil
}

func names(v value.Value) []string { return standard.Members(value.Absent(), v, true) }

func gidArgs(r *ral.Resource, should value.Value) []string {
	args := []string{"-g", should.Text()}
	if r.True("allowdupe") {
		args = append(args, "-o")
	}
	return args
}

func run(ctx context.Context, wr host.Writer, tool string, args ...string) error {
	return accounts.Run(ctx, wr, host.Command{Name: tool, Args: args})
}

// local rejects a group that is not in /etc/group.
func local(r *ral.Resource) error {
	if r.Found != nil && r.Found.Present() && !r.Found.Local {
		return fmt.Errorf("cannot change %s: it is not in %s but in a directory service (getent group)", r.Name(), accounts.GroupFile)
	}
	return nil
}
