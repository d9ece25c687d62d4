package accountstest

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// Files returns the files of a small host with the users root, nobody, deploy and
// alice; deploy is in adm. Each call returns a copy.
func Files() map[string]string {
	return map[string]string{
		"/etc/passwd": "root:x:0:0:root:/root:/bin/sh\n" +
			"nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n" +
			"deploy:x:1000:1000::/home/deploy:/bin/sh\n" +
			"alice:x:1001:1001:Alice,,,:/home/alice:/bin/bash\n",
		"/etc/shadow": "root:*:20100:0:99999:7:::\n" +
			"nobody:*:20100:0:99999:7:::\n" +
			"deploy:$6$salt$hash:20100:0:99999:7:::\n" +
			"alice:!:20100:1:90:14::20849:\n",
		"/etc/group": "root:x:0:\nadm:x:4:deploy\nsudo:x:27:alice\nnogroup:x:65534:\n" +
			"deploy:x:1000:\nalice:x:1001:\nusers:x:100:\n",
		"/etc/login.defs": "# made by hand\nUID_MIN 1000\nUSERGROUPS_ENAB yes\n",
	}
}

// New returns a fake host with these files, shells and the tools.
func New(files map[string]string, opts ...fakehost.Option) *fakehost.Host {
	f := fakehost.New(files, opts...)
	f.Command("/bin/sh", "/bin/bash", "/usr/sbin/nologin")
	for name, tool := range map[string]func(*call) error{
		"useradd": useradd, "usermod": usermod, "userdel": userdel, "chage": chage, "chpasswd": chpasswd,
		"groupadd": groupadd, "groupmod": groupmod, "groupdel": groupdel, "gpasswd": gpasswd,
		"luseradd": anyNumber(useradd), "lgroupadd": anyNumber(groupadd),
	} {
		f.Command("/usr/sbin/" + name)
		f.Handle(name, func(ctx context.Context, f *fakehost.Host, cmd host.Command) host.Result {
			return do(ctx, f, cmd, tool)
		})
	}
	f.Command("/usr/bin/getent")
	return f
}

// anyNumber adapts a tool for libuser, which accepts a number that is taken.
func anyNumber(tool func(*call) error) func(*call) error {
	return func(c *call) error {
		c.opt['o'] = ""
		return tool(c)
	}
}

// LDAP adds lines of a directory service to a fake host, which getent(1) returns: "passwd bob" maps
// to "bob:*:70000:...".
func LDAP(f *fakehost.Host, lines map[string]string) {
	f.Put("/etc/nsswitch.conf", "passwd: files ldap\ngroup: files ldap\n", 0o644)
	f.Handle("getent", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
		var res host.Result
		database, sources := cmd.Args[2], cmd.Args[1]
		if cmd.Args[0] != "-s" || sources != database+":ldap" {
			return host.Result{Exit: 1, Stderr: []byte("queries sources that have the accounts of the files")}
		}
		for _, name := range cmd.Args[3:] {
			line, ok := lines[database+" "+name]
			if !ok {
				res.Exit = 2
				continue
			}
			res.Stdout = append(res.Stdout, line+"\n"...)
		}
		return res
	})
}

type call struct {
	ctx   context.Context
	f     *fakehost.Host
	name  string
	opt   map[byte]string // options by letter; "" for options without a value
	args  []string
	stdin string
}

func do(ctx context.Context, f *fakehost.Host, cmd host.Command, tool func(*call) error) host.Result {
	c := &call{ctx: ctx, f: f, name: cmd.Name, opt: map[byte]string{}, stdin: string(cmd.Stdin)}
	err := c.parse(cmd.Args)
	if err == nil {
		err = tool(c)
	}
	if err != nil {
		return host.Result{Exit: 6, Stderr: fmt.Appendf(nil, "%s: %v\n", cmd.Name, err)}
	}
	return host.Result{}
}

// parse parses options like getopt(3); takes lists each tool's options that have a
// value.
func (c *call) parse(args []string) error {
	takes := map[string]string{
		"useradd": "ceGgdsuPR", "usermod": "ceGgdsuPR", "userdel": "PR", "chage": "mMWR", "chpasswd": "R",
		"groupadd": "gPR", "groupmod": "gPR", "groupdel": "PR", "gpasswd": "adMQ",
		"luseradd": "cgdsu", "lgroupadd": "g",
	}[c.name]
	plain := map[string]string{"useradd": "omMr", "usermod": "oma", "userdel": "r", "chpasswd": "e", "groupadd": "or", "groupmod": "o", "luseradd": "Mr", "lgroupadd": "r"}[c.name]
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case !strings.HasPrefix(arg, "-"):
			c.args = append(c.args, arg)
		case len(arg) == 2 && strings.Contains(takes, arg[1:]) && len(args) > 0:
			c.opt[arg[1]] = args[0]
			args = args[1:]
		case len(arg) == 2 && strings.Contains(plain, arg[1:]):
			c.opt[arg[1]] = ""
		default:
			return fmt.Errorf("unrecognized option '%s'", arg)
		}
	}
	if c.name != "chpasswd" && len(c.args) != 1 {
		return fmt.Errorf("wants one name, got %q", c.args)
	}
	return nil
}

func (c *call) has(letter byte) bool {
	_, ok := c.opt[letter]
	return ok
}
