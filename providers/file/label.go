package file

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// labels are the parts of an SELinux label, in order: user:role:type:range.
var labels = [...]string{"seluser", "selrole", "seltype", "selrange"}

func labelProperties() []*ral.Attribute {
	examples := [...]string{"system_u", "object_r", "httpd_sys_content_t", "s0"}
	list := make([]*ral.Attribute, len(labels))
	for i, name := range labels {
		list[i] = &ral.Attribute{
			Name: name, Kind: ral.Property, Example: examples[i], ValidateFn: validLabel,
			Doc: "The " + strings.TrimPrefix(name, "sel") + " of the SELinux label. ralsh neither reads nor changes it if SELinux is disabled, or with `--root`.",
		}
	}
	return list
}

func labelParams() []*ral.Attribute {
	return []*ral.Attribute{{
		Name: "selinux_ignore_defaults", Kind: ral.Param, Values: ral.Literals("true", "false"), Example: "true",
		Doc: "Accepted for compatibility. ralsh never applies the default labels of the policy: a new file gets the declared label " +
			"or the label of its directory; an existing file keeps its label.",
	}}
}

func validLabel(h ral.Hook, v value.Value) error {
	text := v.Text()
	if text == "" || strings.ContainsAny(text, " \n\x00") || h.A.Name != "selrange" && strings.Contains(text, ":") {
		return errors.New(v.Inspect() + " is not a valid part of an SELinux label")
	}
	return nil
}

func isLabel(attr string) bool { return strings.HasPrefix(attr, "sel") }

// labelled reports whether a resource has a desired value for any part of a
// label.
func labelled(r *ral.Resource) bool {
	for _, name := range labels {
		if r.Has(name) {
			return true
		}
	}
	return false
}

// enabled reports whether SELinux labels are enabled on this host.
func enabled(ctx context.Context, rd host.Reader) bool {
	there, err := rd.Exists(ctx, "/sys/fs/selinux/enforce")
	return err == nil && there && rd.Root() == "/"
}

// readLabel reads the label of a path if the resource sets a part of it.
func (b *files) readLabel(ctx context.Context, rd host.Reader, r *ral.Resource, inst *ral.Instance) {
	if !labelled(r) || !enabled(ctx, rd) {
		return
	}
	parts, err := label(ctx, rd, r)
	for i, name := range labels {
		switch {
		case err != nil:
			inst.Set(name, value.Unread(err.Error()))
		case i < len(parts):
			inst.Set(name, value.Str(parts[i]))
		}
	}
}

// label returns the parts of the label of a path (stat(1), %C). The range may
// contain colons.
func label(ctx context.Context, rd host.Reader, r *ral.Resource) ([]string, error) {
	cmd := host.Command{Name: "stat", Args: []string{"--printf=%C", "--", r.Name()}}
	if follows(r) {
		cmd.Args = []string{"-L", "--printf=%C", "--", r.Name()}
	}
	res, err := rd.Query(ctx, cmd)
	if err != nil {
		return nil, fmt.Errorf("cannot read the label of %s: %w", r.Name(), err)
	}
	return strings.SplitN(strings.TrimSpace(string(res.Stdout)), ":", len(labels)), nil
}

// relabel sets the parts of the label that the resource declares (chcon(1)).
func (b *files) relabel(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	if !enabled(ctx, wr.Reader()) {
		return nil
	}
	var args []string
	if !follows(r) {
		args = append(args, "-h")
	}
	for i, option := range []string{"-u", "-r", "-t", "-l"} {
		if v := r.Get(labels[i]); !v.IsNil() {
			args = append(args, option, v.Text())
		}
	}
	return wr.Run(ctx, host.Command{Name: "chcon", Args: append(args, "--", r.Name())})
}
