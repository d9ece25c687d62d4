package model

import (
	"testing"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/journal"
)

// The one who logged in is known from the kernel, or else from sudo or doas; the address
// also where sudo dropped it from the environment.
func TestOrigin(t *testing.T) {
	const (
		passwd = "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/home/alice:/bin/sh\nbob:x:1001:1001::/home/bob:/bin/sh\n"
		none   = "4294967295"
	)
	for name, c := range map[string]struct {
		login, user string
		env         map[string]string
		files       map[string]string
		terminal    string
		uid         int
		want        journal.Origin
	}{
		"nothing known":        {login: none, user: "root", want: journal.Origin{}},
		"no such file":         {user: "root", want: journal.Origin{}},
		"no number":            {login: "many", user: "root", want: journal.Origin{}},
		"root itself":          {login: "0", user: "root", terminal: "/dev/tty1", want: journal.Origin{Terminal: "/dev/tty1"}},
		"sudo of a login":      {login: "1000", user: "root", env: map[string]string{"SUDO_USER": "alice"}, want: journal.Origin{Login: "alice"}},
		"su and sudo":          {login: "1000", user: "root", env: map[string]string{"SUDO_USER": "bob"}, want: journal.Origin{Login: "alice"}},
		"sudo without a login": {login: none, user: "root", env: map[string]string{"SUDO_USER": "bob"}, want: journal.Origin{Login: "bob"}},
		"doas":                 {login: none, user: "root", env: map[string]string{"DOAS_USER": "bob"}, want: journal.Origin{Login: "bob"}},
		"an ordinary user":     {login: "1001", user: "bob", want: journal.Origin{}},
		"a removed account":    {login: "1500", user: "root", want: journal.Origin{Login: "uid 1500"}},
		"ssh": {
			login: "1000", user: "alice", terminal: "/dev/pts/3", env: map[string]string{"SSH_CONNECTION": "2001:db8::7 51544 2001:db8::1 22"},
			want: journal.Origin{Terminal: "/dev/pts/3", Client: "2001:db8::7"},
		},
		"no address": {login: none, user: "root", env: map[string]string{"SSH_CONNECTION": "\x1b[2J 1 2 3"}, want: journal.Origin{}},
		"ssh and sudo": {
			login: "1000", user: "root", terminal: "/dev/pts/3",
			files: map[string]string{
				"/proc/self/stat": "10 (ralsh) S 9 10 9\n", "/proc/9/stat": "9 (sudo) S) 7 (x) R 8 9 9\n", "/proc/8/stat": "8 (bash) S 7\n",
				"/proc/9/environ": "TERM=xterm\x00", "/proc/8/environ": "A=b\x00SSH_CONNECTION=192.0.2.7 51544 192.0.2.1 22\x00C=d\x00",
			},
			want: journal.Origin{Login: "alice", Terminal: "/dev/pts/3", Client: "192.0.2.7"},
		},
		"an order":           {login: none, user: "root", env: map[string]string{"RALSH_PRINCIPAL": "alice@example.org"}, want: journal.Origin{Principal: "alice@example.org"}},
		"an order of a user": {login: none, user: "bob", uid: 1001, env: map[string]string{"RALSH_PRINCIPAL": "alice@example.org"}, want: journal.Origin{}},
		"a circle":           {login: none, user: "root", files: map[string]string{"/proc/self/stat": "10 (a) S 9\n", "/proc/9/stat": "9 (a) S 9\n"}, want: journal.Origin{}},
	} {
		t.Run(name, func(t *testing.T) {
			var options []fakehost.Option
			for name, v := range c.env {
				options = append(options, fakehost.WithEnv(name, v))
			}
			options = append(options, fakehost.WithUID(c.uid))
			f := fakehost.New(map[string]string{"/etc/passwd": passwd}, options...)
			if c.login != "" {
				f.Put("/proc/self/loginuid", c.login, 0o644)
			}
			for file, text := range c.files {
				f.Put(file, text, 0o644)
			}
			f.Link("/proc/self/fd/0", "/dev/null")
			if c.terminal != "" {
				f.Link("/proc/self/fd/1", c.terminal)
			}
			if got := originOf(t.Context(), f.Reader(), c.user); got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}
