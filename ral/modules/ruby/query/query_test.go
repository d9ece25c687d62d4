package query

import (
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// TestQueries runs on the host only what cannot change it.
func TestQueries(t *testing.T) {
	for line, want := range map[string]bool{
		"systemctl show mariadb":                           true,
		"systemctl --no-pager is-active x":                 true,
		"systemctl restart x":                              false,
		"systemctl -q stop x":                              false,
		"systemctl":                                        false,
		"mount":                                            true,
		"mount /dev/sda /mnt":                              false,
		"ps -ef":                                           true,
		"systemctl show x -H other":                        false,
		"systemctl -qH other show x":                       false,
		"systemctl show --hos=other x":                     false,
		"iptables-save -t nat":                             true,
		"iptables-save -f /etc/x":                          false,
		"iptables-save --modp=/tmp/x":                      false,
		"iptables -t nat -nvL POSTROUTING":                 true,
		"iptables -w -S INPUT":                             true,
		"iptables -L -M /tmp/x":                            false,
		"iptables -L -ZF":                                  false,
		"iptables -S --appe=INPUT":                         false,
		"ip -4 -o addr show dev eth0":                      true,
		"ip route":                                         true,
		"ip netns list":                                    true,
		"ip netns exec x /tmp/x show":                      false,
		"ip link add show type dummy":                      false,
		"ip -batch /tmp/x addr show":                       false,
		"nft -a list ruleset":                              true,
		"nft -f /tmp/list list":                            false,
		"nft flush list":                                   false,
		"nmcli -t -f NAME connection show":                 true,
		"nmcli connection delete show":                     false,
		"sysctl -a":                                        true,
		"sysctl -p/etc/x":                                  false,
		"sysctl --loa":                                     false,
		"service ../../tmp/x status":                       false,
		"/etc/init.d/../../tmp/x status":                   false,
		"chkconfig x off --list":                           false,
		"chkconfig --list x":                               true,
		"firewall-cmd --list-all --zone=public":            true,
		"firewall-cmd --list-all --add-service=x":          false,
		"ovs-vsctl --no-wait list-br":                      true,
		"ovs-vsctl list-br -- list-ports x":                true,
		"ovs-vsctl list-br -- del-br x":                    false,
		"pcs config":                                       true,
		"pcs config restore x":                             false,
		"crm_node -l":                                      true,
		"crm_node -n -R x":                                 false,
		"cibadmin -Q --scope nodes":                        true,
		"cibadmin -Q --delete":                             false,
		"lvs --noheadings -o name --separator=,":           true,
		"lvs --conf x":                                     false,
		"lsof -i -n":                                       true,
		"lsof -Di/etc/x":                                   false,
		"zpool status -c /tmp/x":                           false,
		"virsh list ;":                                     false,
		"virsh list --all":                                 true,
		"virsh dumpxml web1":                               true,
		"virsh list -c qemu+unix:///system?socket=/srv/s":  false,
		"virsh list --connect x":                           false,
		"ovs-vsctl list-br --syslog-method=unix:/srv/s":    false,
		"blkid -o export /dev/sda":                         true,
		"blkid -g":                                         false,
		"iptables-save":                                    true,
		"iptables -S":                                      true,
		"iptables -L -F":                                   false,
		"iptables -A INPUT":                                false,
		"ip addr show":                                     true,
		"ip addr add 1.2.3.4 dev x":                        false,
		"sysctl -n kernel.hostname":                        true,
		"sysctl -w kernel.hostname=x":                      false,
		"sysctl kernel.hostname=x":                         false,
		"service x status":                                 true,
		"service x stop":                                   false,
		"/etc/init.d/x status":                             true,
		"/etc/init.d/x start":                              false,
		"rabbitmqctl -q list_users":                        true,
		"rabbitmqctl -q eval 1":                            false,
		"mysql -NBe|SELECT user FROM mysql.user":           true,
		"mysql -NBe|select 1;":                             true,
		"mysql -NBe|SELECT 1; DROP DATABASE x":             false,
		"mysql -NBe|SELECT 1 INTO OUTFILE '/etc/x'":        false,
		"mysql -NBe|SELECT * FROM t FOR UPDATE":            false,
		"mysql -e|SELECT 1|-e|DROP DATABASE x":             false,
		"mysql -e|DROP DATABASE x":                         false,
		"mysql":                                            false,
		"mysql --version":                                  true,
		"psql -t -X -c|SELECT 1":                           true,
		"psql -t -X -c|CREATE ROLE x":                      false,
		"psql -t -X -c|WITH x AS (DELETE FROM y) SELECT 1": false,
		"psql -f /tmp/x":                                   false,
		"psql -t -c|SELECT count(*) FROM pg_roles WHERE rolname IN ('a')":                          true,
		"psql -t -c|SELECT pg_catalog.count(*) FROM (SELECT 1) x":                                  true,
		"psql -t -c|SELECT pg_drop_replication_slot('x')":                                          false,
		"psql -t -c|SELECT * FROM pg_create_physical_replication_slot ('x')":                       false,
		"psql -t -c|SELECT pg_drop_replication_slot/**/('x')":                                      false,
		"psql -t -c|SELECT pg_drop_replication_slot--\n('x')":                                      false,
		"psql -t -c|SELECT \"pg_terminate_backend\"(1)":                                            false,
		"psql -t -c|SELECT own.count('x')":                                                         false,
		"psql -t -c|SELECT set_config('transaction_read_only', 'off', false)":                      false,
		"psql -t -c|SELECT 1 WHERE coalesce(pg_reload_conf(), true)":                               false,
		"psql -t -c|SELECT 1|-o|/etc/x":                                                            false,
		"psql -to/etc/x -c|SELECT 1":                                                               false,
		"psql -c|SELECT 1|--output=/etc/x":                                                         false,
		"psql -d|dbname=x options=-cdefault_transaction_read_only=off|-c|EXPLAIN ANALYZE DELETE x": false,
		"psql -p 5432 -d x -U postgres -tAc|SELECT 1":                                              true,
		"mysql -NBe|SELECT password /*!50508 , plugin */ FROM mysql.user":                          true,
		"mysql -NBe|SELECT CONCAT(User, '@', Host) FROM mysql.user":                                true,
		"mysql -NBe|SELECT sys_exec('x')":                                                          false,
		"mysql -NBe|SELECT sys_exec/*!99999 count */('x')":                                         false,
		"mysql -NBe|SELECT sys_exec#\n('x')":                                                       false,
		"mysql -e|SELECT 1 \\! touch /etc/x":                                                       false,
		"mysql -e|select 1;|-e\\! touch /etc/x":                                                    false,
		"mysql -eselect 1":                                                                         false,
		"mysql -u|--version|-u|root|-e|\\! touch /etc/x":                                           false,
		"mysql -u|-V|-e|drop database x":                                                           false,
		"mysql -uroot -psecret -NBe|SELECT 1":                                                      false,
		"mysql -uroot --password=s -D mysql -NBe|SELECT 1":                                         true,
		"mysql -e|select 'x' into/*!outfile*/'/tmp/x'":                                             false,
		"mysql -e|select 'x' into/*!outfile*/'/tmp/x' from y":                                      false,
		"mysql --version --execute=|drop":                                                          false,
		"mysql mysql -e|SELECT 1":                                                                  true,
		"mysql -e|SELECT 1|--exec=DROP DATABASE x":                                                 false,
		"psql -F|-V|-c|create role x":                                                              false,
		"psql -F|,|-tAc|SELECT 1":                                                                  true,
		"psql -l|-c|create role x":                                                                 false,
		"psql -c|select 1|-ccreate role x":                                                         false,
		"psql -d|postgresql:///x?%6fptions=-c%20x|-c|select 1":                                     false,
		"psql -c|select 1 as x into t":                                                             false,
		"psql -X -d x -c|\\! touch /x":                                                             false,
		"nft list tables|; flush ruleset":                                                          false,
		"mysql -e|SELECT 1 \\d $":                                                                  false,
		"mysql -e|SELECT 1 \\g SET SESSION TRANSACTION READ WRITE":                                 false,
		"mysql -e|SHOW GRANTS \\G":                                                                 true,
		"mysql -e|SHOW VARIABLES LIKE '%\\_x'":                                                     true,
		"mysql --tee=/etc/x -e|SELECT 1":                                                           false,
		"mysql -e|SELECT 1|--init-command=DROP DATABASE x":                                         false,
		"etcdctl --peers 127.0.0.1:4001 get /x":                                                    true,
		"etcdctl --peers 127.0.0.1:4001 set /x get":                                                false,
		"touch /tmp/x":                           false,
		"sh -c|systemctl show x":                 false,
		"/usr/bin/systemctl show x":              true,
		"nginx -t":                               true,
		"nginx":                                  false,
		"docker rm x":                            false,
		"docker inspect x":                       true,
		"docker ps -a --format x":                true,
		"docker -H tcp://x:1 ps":                 false,
		"docker ps -H unix:///x":                 false,
		"docker ps --config /x":                  false,
		"ovs-vsctl list-br --db=tcp:127.0.0.1:1": false,
		"snap info secret":                       false,
		"mariadb --defaults-extra-file=/root/.my.cnf -e|SHOW VARS": true,
	} {
		words, rest, _ := strings.Cut(line, "|")
		argv := strings.Fields(words)
		if rest != "" {
			argv = append(argv, strings.Split(rest, "|")...)
		}
		if _, _, got := Of(host.Command{Name: argv[0], Args: argv[1:]}); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

// TestQueriesReadOnly makes the sessions of databases read-only on the server's side.
func TestQueriesReadOnly(t *testing.T) {
	cmd, _, _ := Of(host.Command{Name: "mysql", Args: []string{"--defaults-extra-file=/root/.my.cnf", "-NBe", "SELECT 1"}})
	if !slices.Equal(cmd.Args, []string{"--defaults-extra-file=/root/.my.cnf", "--init-command=SET SESSION TRANSACTION READ ONLY", "--local-infile=0", "-NBe", "SELECT 1"}) {
		t.Errorf("mysql %q", cmd.Args)
	}
	cmd, _, _ = Of(host.Command{Name: "psql", Args: []string{"-c", "SELECT 1"}, Env: []string{"PGHOST=x"}})
	if !slices.Equal(cmd.Env, []string{"PGHOST=x", "PGOPTIONS=-c default_transaction_read_only=on"}) || !slices.Equal(cmd.Args, []string{"-X", "-c", "SELECT 1"}) {
		t.Errorf("psql has %q and %q", cmd.Env, cmd.Args)
	}
	if _, _, is := Of(host.Command{Name: "mysql", Args: []string{"-e", "SELECT 1"}, Stdin: []byte("DROP DATABASE x")}); is {
		t.Error("standard input is read, too")
	}
}

// TestQueriesOfTheSystem takes for a query only what is the system's own program, follows
// nothing of a module, and asks no server that a module chose.
func TestQueriesOfTheSystem(t *testing.T) {
	fake := fakehost.New(map[string]string{
		"/etc/passwd":   "root:x:0:0::/root:/bin/sh\ndb:x:26:26::/var/lib/db:/bin/sh\nnone:x:99:99::/:/bin/false\n",
		"/root/.my.cnf": "", "/etc/mysql/deb.cnf": "", "/srv/evil/my.cnf": "", "/var/lib/db/.my.cnf": "",
	})
	fake.Put("/etc/mysql/shared.cnf", "", 0o666)
	const none = "no home"
	for line, home := range map[string]string{ // "" for what does not run confined
		"systemctl show":                                  none,
		"/usr/bin/systemctl show":                         none,
		"/srv/modules/evil/files/systemctl show":          "",
		"/usr/bin/../../srv/systemctl show":               "",
		"./systemctl show":                                "",
		"/etc/init.d/cron status":                         "",
		"LC_ALL=C systemctl show":                         none,
		"LANGUAGE=../../../srv/evil systemctl show":       "",
		"LC_ALL=/srv/evil systemctl show":                 "",
		"TZ=Europe/Vienna systemctl show":                 none,
		"TZ=:/srv/evil systemctl show":                    "",
		"TERM=../../srv/evil systemctl show":              "",
		"LD_PRELOAD=/srv/x.so systemctl show":             "",
		"LD_LIBRARY_PATH=/srv:/usr/lib systemctl show":    none, // it is left out
		"PATH=/srv systemctl show":                        none, // and so is this
		"MYSQL_TEST_LOGIN_FILE=/root/.my.cnf mysql -e":    none,
		"MYSQL_TEST_LOGIN_FILE=/srv/evil/my.cnf mysql -e": "",
		"SYSTEMD_PAGER=/srv/x systemctl status":           "",
		"HOME=/root mysql -e":                             "/root",
		"HOME=/var/lib/db psql -c":                        none,
		"HOME=/srv/modules/evil/files psql -c":            none,
		"HOME=/ psql -c":                                  none,
		"PGPORT=5433 psql -c":                             none,
		"PGHOST=/run/postgresql psql -c":                  none,
		"PGHOST=localhost psql -c":                        none, // there is no network
		"PGHOST=127.0.0.1 psql -c":                        "",
		"PGHOST=/srv/evil psql -c":                        "",
		"PGHOSTADDR=10.0.0.1 psql -c":                     "",
		"MYSQL_UNIX_PORT=/srv/evil mysql -e":              "",
		"PGOPTIONS=-cx=y psql -c":                         "",
		"PSQLRC=/srv/x psql -c":                           "",
		"psql -h /srv/evil -c":                            "",
		"psql --host=/srv/evil -c":                        "",
		"psql -h/srv/evil -c":                             "",
		"psql -h 127.0.0.1 -p 5433 -c":                    "",
		"psql -h /var/run/postgresql -p 5433 -c":          none,
		"mysql -S /srv/evil -e":                           "",
		"mysql --socket=/srv/evil -e":                     "",
		"mysql -S /run/mysqld/mysqld.sock -e":             none,
		"mysql -h 10.0.0.1 -e":                            "",
		"mysql -h localhost -e":                           none,
		"mysql --defaults-file=/root/.my.cnf":             none,
		"mysql --defaults-extra-file=/etc/mysql/deb.cnf":  none,
		"mysql --defaults-file=/etc/mysql/shared.cnf":     "", // anybody can write it
		"mysql --defaults-file=/etc/mysql/none.cnf":       "",
		"mysql --defaults-file=/var/lib/db/.my.cnf":       "",
		"mysql --defaults-extra-file=/srv/evil/my.cnf":    "",
		"mysql --defaults-extra-file=/root/../srv/my.cnf": "",
	} {
		cmd := host.Command{}
		for word := range strings.FieldsSeq(line) {
			switch {
			case cmd.Name == "" && strings.Contains(word, "="):
				cmd.Env = append(cmd.Env, word)
			case cmd.Name == "":
				cmd.Name = word
			default:
				cmd.Args = append(cmd.Args, word)
			}
		}
		switch cmd.Name {
		case "psql":
			cmd.Args = append(slices.DeleteFunc(cmd.Args, func(a string) bool { return a == "-c" }), "-c", "select 1")
		case "mysql":
			cmd.Args = append(slices.DeleteFunc(cmd.Args, func(a string) bool { return a == "-e" }), "-e", "select 1")
		}
		query, needs, is := Of(OnHost(cmd))
		confined, ok := Confinable(t.Context(), fake.Reader(), query)
		got := ""
		if ok && is && needs != TheHost {
			got = none
			for _, v := range confined.Env {
				if name, value, _ := strings.Cut(v, "="); name == "HOME" {
					got = value
				}
			}
		}
		if got != home {
			t.Errorf("%s: %q, want %q", line, got, home)
		}
	}
	confined, _ := Confinable(t.Context(), fake.Reader(), host.Command{Name: "mysql", Env: []string{"HOME=/root"}, Dir: "/srv", As: &host.Identity{UID: 26}})
	if slices.Contains(confined.Env, "HOME=/root") || confined.Dir != "" {
		t.Errorf("as another account, it has %q in %s", confined.Env, confined.Dir)
	}
}
