// Package selboolean implements the type selboolean: the booleans of the SELinux policy.
//
// The only provider, getsetsebool, reads with getsebool(8), all booleans with a single
// command in a listing, and sets with setsebool(8). It is suitable if the kernel has
// SELinux enabled. A boolean can only be turned on or off; a name that is not in the
// policy is an error, and so is output without a valid line. With persistent, setsebool
// writes the policy, which takes some seconds.
package selboolean

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

const (
	getTool = "/usr/sbin/getsebool"
	setTool = "/usr/sbin/setsebool"
)

// Register adds the type and its provider.
func Register(reg *ral.Registry) { reg.Add(typeDef(), getsetsebool()) }

func typeDef() ral.Type {
	return ral.Type{
		Name:    "selboolean",
		Summary: "Booleans of the SELinux policy",
		Doc: "A boolean of the SELinux policy, for example whether a web server may open connections. The policy defines the " +
			"booleans; this type turns them on and off.\n\n" +
			"```puppet\nselboolean { 'httpd_can_network_connect':\n  value      => 'on',\n  persistent => true,\n}\n```\n",
		Attributes: []*ral.Attribute{
			{
				Name: "value", Kind: ral.Property, Example: "on", Doc: "Whether the boolean is `on` or `off`.",
				Values: []ral.Allowed{{Name: "on", Aliases: []string{"true"}}, {Name: "off", Aliases: []string{"false"}}},
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "httpd_can_network_connect", ValidateFn: validName,
				Doc: "The name of the boolean in the policy.",
			},
			{
				Name: "persistent", Kind: ral.Param, Example: "true", Default: value.Sym("false"), Values: ral.Literals("true", "false"),
				Doc: "Whether the change survives a reboot. Writing the policy takes some seconds.",
			},
		},
		Columns: [2]string{"value"},
	}
}

var names = lazyre.New(`\A[A-Za-z_][A-Za-z0-9_]*\z`)

func validName(_ ral.Hook, v value.Value) error {
	if !names.MatchString(v.Text()) {
		return fmt.Errorf("%q is not a valid name of an SELinux boolean (allowed: letters, digits, _)", v.Text())
	}
	return nil
}

func getsetsebool() ral.Provider {
	return ral.Provider{
		Name: "getsetsebool",
		Doc: "Reads all booleans with `getsebool -a`, and sets them with `setsebool`. It is tested with recorded output, " +
			"and not on a kernel with SELinux.",
		Commands: []ral.Command{{Binary: getTool, Queries: [][]string{{"-a"}, {"*"}}, QueryFiles: []string{"/sys/fs/selinux"}}, {Binary: setTool}},
		Confines: []condition.Confine{{
			Kind: condition.ConfineTest, Subject: "SELinux", Title: "SELinux is on", Want: "the kernel's booleans in /sys/fs/selinux",
			Hint: "boot a kernel with SELinux and a loaded policy",
			Check: func(ctx context.Context, p condition.Probe) (string, bool, error) {
				there, err := p.Reader.Exists(ctx, "/sys/fs/selinux/booleans")
				return map[bool]string{true: "on", false: "off"}[there], there, err
			},
		}},
		NeedsRoot: "only root can change the policy",
		Writes: ral.Writes{
			Reach: func(*ral.Resource, host.Act) ral.Reach {
				return ral.Reach{Types: []string{"selboolean"}, Paths: []string{"/etc/selinux", "/var/lib/selinux", "/sys/fs/selinux"}}
			},
		},
		New: func() any { return tool{} },
	}
}

type tool struct{}

// List queries all booleans.
func (tool) List(ctx context.Context, in *ral.Listing) error {
	// getsebool ends at the first boolean that it cannot read.
	res, failed := in.Reader.Query(ctx, host.Command{Name: getTool, Args: []string{"-a"}})
	list, err := parse(string(res.Stdout))
	for _, b := range list {
		inst := in.NewInstance(b.name).Set("value", value.Sym(b.is))
		inst.From = fmt.Sprintf("getsebool -a, line %d", b.line)
		in.Yield(inst)
	}
	return errors.Join(failed, err)
}

type boolean struct {
	name, is string
	line     int
}

// parse parses lines of the form "httpd_can_network_connect --> off", with "pending: on"
// for a pending change. Output without a valid line is an error.
func parse(out string) ([]boolean, error) {
	var list []boolean
	n := 0
	for line := range strings.Lines(out) {
		n++
		words := strings.Fields(line)
		if len(words) >= 3 && words[1] == "-->" && (words[2] == "on" || words[2] == "off") && names.MatchString(words[0]) {
			list = append(list, boolean{words[0], words[2], n})
		}
	}
	if len(list) == 0 && strings.TrimSpace(out) != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
		return nil, fmt.Errorf("cannot read the output of getsebool: expected NAME --> on|off, got %.80q", first)
	}
	return list, nil
}

// Retrieve queries a boolean. getsebool fails if the policy does not contain it.
func (tool) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	res, err := rd.Query(ctx, host.Command{Name: getTool, Args: []string{r.Name()}})
	if err != nil {
		return nil, err
	}
	list, err := parse(string(res.Stdout))
	if err == nil && len(list) == 0 {
		err = errors.New("getsebool did not print " + r.Name())
	}
	if err != nil {
		return nil, err
	}
	inst := ral.NewInstance(r.Type, r.Name()).Set("value", value.Sym(list[0].is))
	inst.From = "getsebool " + r.Name()
	return inst, nil
}

// Set turns the boolean on or off.
func (tool) Set(ctx context.Context, wr host.Writer, r *ral.Resource, _ string, should value.Value) error {
	args := []string{r.Name(), should.Text()}
	if r.True("persistent") {
		args = append([]string{"-P"}, args...)
	}
	return wr.Run(ctx, host.Command{Name: setTool, Args: args})
}
