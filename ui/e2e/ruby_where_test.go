package e2e_test

import (
	"regexp"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestRubyWhere asks for what needs the Ruby code of modules where it cannot run, or
// where nothing can be kept: there is one reason, and everything else works.
func TestRubyWhere(t *testing.T) {
	real.Full(t)
	t.Parallel()
	const (
		unconfined = `this host does not support a sandbox: .*operation not permitted`
		stateless  = "mkdir -p /var/lib/ralsh; mount -t tmpfs -o mode=700,"
	)
	for name, c := range map[string]struct {
		before, with string // prepares the root, and runs ralsh
		why          string // the reason; "" if all of it works
	}{
		"all there":         {},
		"an ordinary user":  {with: "setpriv --reuid 1234 --regid 1234 --clear-groups env HOME=/home/plain", why: unconfined}, // a chroot has no user namespaces
		"no capability":     {with: "setpriv --bounding-set -sys_admin --inh-caps -sys_admin", why: unconfined},
		"another root":      {before: "mkdir -p /mnt/etc; echo own >/mnt/etc/hosts; root=--root=/mnt", why: `--root|below a root directory`},
		"off":               {before: `printf '  ruby: off\n' >>$config`, why: `modules\.ruby in config\.yaml is off`},
		"no such Ruby":      {before: `printf '  ruby: /usr/bin/rubi\n' >>$config`, why: `/usr/bin/rubi`},
		"no Puppet":         {before: "rm -f /usr/lib/ruby/vendor_ruby/puppet.rb", why: `Puppet is not installed on this host: /usr/bin/ruby lacks its library`},
		"a broken Puppet":   {before: `echo 'raise "it is broken"' >/usr/lib/ruby/vendor_ruby/puppet.rb`, why: `puppet\.rb:1:.*it is broken`},
		"an old Puppet":     {before: `sed -i "s/PUPPETVERSION = .*/PUPPETVERSION = '3.8.7'/" /usr/lib/ruby/vendor_ruby/puppet/version.rb`, why: `3\.8\.7`},
		"a full state":      {before: stateless + "size=8k none /var/lib/ralsh; cat /dev/zero >/var/lib/ralsh/fill 2>/dev/null || true"},
		"a read-only state": {before: stateless + "ro none /var/lib/ralsh"},
		"all read-only":     {before: "mount --rbind / /mnt; mount -o remount,ro,bind /mnt", with: "chroot /mnt"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := rubyRoot(t)
			mustEnter(t, root, "chmod -R go-w /srv; mkdir -p /home/plain /srv/config/ralsh; chown 1234 /home/plain")
			run := func(command string) string {
				return mustEnter(t, root, `
					export XDG_CONFIG_HOME=/srv/config
					config=/srv/config/ralsh/config.yaml root=
					printf 'modules:\n  path: [/srv/fixtures]\n' >$config
					`+c.before+`
					`+c.with+" ralsh $root "+command+" </dev/null 2>&1 || true")
			}
			if text := run("resource file /etc/hosts"); !strings.Contains(text, "ensure  ") || strings.Contains(text, "ralsh: ") {
				t.Errorf("a type of its own says\n%s", text)
			}
			why := regexp.MustCompile(c.why)
			for command, works := range map[string]string{
				"types": "evil_look .* 1/1 ", "modules": "evil_look .* loaded", "resource evil_look seen": "calm", "why 'evil_plan[x]'": "managed by ruby",
				`apply --noop -e 'evil_plan { "x": ensure => present, at => refresh, how => write, path => "/srv/x" }'`: "1 change", `apply --noop -e '$x = "y" notify { $x: }'`: "Notify.y.",
			} {
				text := run(command)
				if worked := regexp.MustCompile(works).MatchString(text); worked != (c.why == "") || command != "types" && !why.MatchString(text) {
					t.Errorf("ralsh %s does not say %q:\n%s", command, c.why, text)
				}
			}
		})
	}
}
