package e2e_test

import (
	"strings"

	"ralsh/ral/raltest/real"
)

// sitePackages returns small packages with the names, the configuration and the boot
// scripts of real ones. Their daemons are files in /run.
func sitePackages() []real.Deb {
	program := "#!/bin/sh\nexit 0\n"
	debs := []real.Deb{
		{Name: "nginx", Version: "1.22.1-9", Files: map[string]string{
			"/etc/init.d/nginx":                  bootScript("nginx"),
			"/etc/nginx/nginx.conf":              "user www-data;\n",
			"/etc/nginx/mime.types":              "types { text/html html; }\n",
			"/etc/nginx/conf.d/README":           "Files of all sites.\n",
			"/etc/nginx/sites-available/default": "server { listen 80; }\n",
			"/usr/sbin/nginx":                    program,
		}},
		{Name: "sudo", Version: "1.9.13p3-1", Files: map[string]string{
			"/etc/sudoers":          "@includedir /etc/sudoers.d\n",
			"/etc/sudoers.d/README": "Read sudoers(5).\n",
			"/usr/sbin/visudo":      "#!/bin/sh\n[ \"$1\" = -cf ] && grep -q '^%[a-z]* ALL=' \"$2\"\n",
		}},
		{Name: "logrotate", Version: "3.21.0-1", Files: map[string]string{
			"/etc/logrotate.conf": "# see logrotate(8)\nweekly\nrotate 4\ncreate\n#compress\ninclude /etc/logrotate.d\n",
		}},
		{Name: "chrony", Version: "4.3-2", Files: map[string]string{
			"/etc/init.d/chrony":      bootScript("chrony"),
			"/etc/default/chrony":     "# options of chronyd\nDAEMON_OPTS=\"-F 1\"\n",
			"/etc/chrony/chrony.conf": "pool 2.debian.pool.ntp.org iburst\n",
			"/usr/bin/chronyc":        "#!/bin/sh\necho 200 OK\n",
		}},
		{Name: "ntp", Version: "1:4.2.8-1", Files: map[string]string{
			"/etc/ntp.conf": "server pool.ntp.org\n", "/usr/sbin/ntpd": program,
		}},
		{Name: "ntpdate", Version: "1:4.2.8-1", Files: map[string]string{"/etc/init.d/ntpdate": bootScript("ntpdate")}},
		{Name: "openssh-server", Version: "1:10.0p1-7", Files: map[string]string{
			"/etc/init.d/ssh": bootScript("ssh"),
			"/usr/sbin/sshd":  "#!/bin/sh\n! grep -q ^Protocol /etc/ssh/sshd_config\n",
			"/etc/ssh/sshd_config": "# See sshd_config(5).\nPort 22\nProtocol 2\n" +
				"PermitRootLogin yes\n#MaxAuthTries 6\nX11Forwarding yes\nPermitEmptyPasswords yes\nPrintMotd no\n" +
				"AcceptEnv LANG LC_*\nSubsystem sftp /usr/lib/openssh/sftp-server\n",
		}},
		{Name: "fail2ban", Version: "1.0.2-1", Files: map[string]string{"/etc/fail2ban/jail.conf": "[DEFAULT]\n"}},
		{Name: "fail2ban", Version: "1.0.2-2", Files: map[string]string{
			"/etc/init.d/fail2ban": bootScript("fail2ban"), "/etc/fail2ban/jail.conf": "[DEFAULT]\nbantime = 10m\n",
		}},
		{Name: "postgresql", Version: "15+248", Files: map[string]string{
			"/etc/init.d/postgresql": bootScript("postgresql"),
			"/usr/lib/postgresql/15/bin/initdb": "#!/bin/sh\nset -e\n[ \"$PGDATA\" = \"$1\" ]\necho 15 >\"$1/PG_VERSION\"\n" +
				"printf '%s\\n' '# settings' 'max_connections = 100' \"lc_messages = '$LANG'\" >\"$1/postgresql.conf\"\n",
			"/usr/bin/psql":       "#!/bin/sh\nif [ \"$1\" = -l ]; then cat \"/var/lib/postgresql/$2\"; else cat >>\"/var/lib/postgresql/$1.data\"; fi\n",
			"/usr/bin/createuser": "#!/bin/sh\necho \"$1\" >>/var/lib/postgresql/roles\n",
			"/usr/bin/createdb":   "#!/bin/sh\necho \"$3 $2\" >>/var/lib/postgresql/databases\n",
		}},
		{Name: "postfix", Version: "3.7.11-0", Files: map[string]string{
			"/usr/bin/newaliases": "#!/bin/sh\nsort /etc/aliases | grep -v '^#' >/etc/aliases.db\n",
		}},
		{Name: "redis-server", Version: "5:7.0.15-1", Files: map[string]string{
			"/etc/init.d/redis-server": bootScript("redis-server"), "/etc/redis/redis.conf": "bind * -::*\n",
		}},
	}
	for _, plain := range []string{
		"git 1:2.39.5-0", "rsync 3.2.7-1", "curl 7.88.1-10", "telnet 0.17-1", "rsh-client 0.17-22", "nodejs 16.0.0-1",
		"nodejs 18.19.0+dfsg-6", "nodejs 20.1.0-1", "htop 3.0.5-7", "htop 3.2.2-2", "vim-tiny 2:9.0.1378-2", "kernel-tools 6.1-1",
		"zsh 5.9-4", "tree 2.1.0-1",
	} {
		name, version, _ := strings.Cut(plain, " ")
		debs = append(debs, real.Deb{Name: name, Version: version, Files: map[string]string{
			"/usr/bin/" + name: program, "/etc/" + name + ".conf": "# " + name + " " + version + "\n",
		}})
	}
	return debs
}

// bootScript returns a script of init.d(5). The daemon runs while its file in /run is
// there, and writes down what it was told.
func bootScript(name string) string {
	return strings.ReplaceAll(`#!/bin/sh
### BEGIN INIT INFO
# Provides:          NAME
# Required-Start:    $remote_fs
# Required-Stop:     $remote_fs
# Default-Start:     2 3 4 5
# Default-Stop:      0 1 6
# Short-Description: NAME
### END INIT INFO
case $1 in
start) touch /run/NAME.up ;;
stop) rm -f /run/NAME.up ;;
restart | reload) [ -e /run/NAME.up ] ;;
status) [ -e /run/NAME.up ] && exit 0 || exit 3 ;;
*) exit 2 ;;
esac
echo "$1" >>/var/log/NAME.log
`, "NAME", name)
}
