package ruby

import (
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host"
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
		"touch /tmp/x":              false,
		"sh -c|systemctl show x":    false,
		"/usr/bin/systemctl show x": true,
		"nginx -t":                  true,
		"nginx":                     false,
		"docker rm x":               false,
		"docker inspect x":          true,
		"mariadb --defaults-extra-file=/root/.my.cnf -e|SHOW VARS": true,
	} {
		words, rest, _ := strings.Cut(line, "|")
		argv := strings.Fields(words)
		if rest != "" {
			argv = append(argv, strings.Split(rest, "|")...)
		}
		if _, got := isQuery(host.Command{Name: argv[0], Args: argv[1:]}); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

// TestQueriesReadOnly makes the sessions of databases read-only on the server's side.
func TestQueriesReadOnly(t *testing.T) {
	cmd, _ := isQuery(host.Command{Name: "mysql", Args: []string{"--defaults-extra-file=/root/.my.cnf", "-NBe", "SELECT 1"}})
	if !slices.Equal(cmd.Args, []string{"--defaults-extra-file=/root/.my.cnf", "--init-command=SET SESSION TRANSACTION READ ONLY", "-NBe", "SELECT 1"}) {
		t.Errorf("mysql %q", cmd.Args)
	}
	cmd, _ = isQuery(host.Command{Name: "psql", Args: []string{"-c", "SELECT 1"}, Env: []string{"PGHOST=x"}})
	if !slices.Equal(cmd.Env, []string{"PGHOST=x", "PGOPTIONS=-c default_transaction_read_only=on"}) {
		t.Errorf("psql has %q", cmd.Env)
	}
	if _, is := isQuery(host.Command{Name: "mysql", Args: []string{"-e", "SELECT 1"}, Stdin: []byte("DROP DATABASE x")}); is {
		t.Error("standard input is read, too")
	}
}

// TestQueriesOfTheSystem runs on the host only what is the system's own program and
// follows nothing of a module.
func TestQueriesOfTheSystem(t *testing.T) {
	fake := host.NewFake(map[string]string{"/etc/passwd": "root:x:0:0::/root:/bin/sh\ndb:x:26:26::/var/lib/db:/bin/sh\nnone:x:99:99::/:/bin/false\n"})
	for line, want := range map[string]bool{
		"systemctl show":                                  true,
		"/usr/bin/systemctl show":                         true,
		"/srv/modules/evil/files/systemctl show":          false,
		"/usr/bin/../../srv/systemctl show":               false,
		"./systemctl show":                                false,
		"/etc/init.d/cron status":                         true,
		"LC_ALL=C systemctl show":                         true,
		"LD_PRELOAD=/srv/x.so systemctl show":             false,
		"LD_LIBRARY_PATH=/srv:/usr/lib systemctl show":    true, // it is left out
		"PATH=/srv systemctl show":                        true, // and so is this
		"MYSQL_TEST_LOGIN_FILE=/root/.my.cnf mysql -e":    true,
		"MYSQL_TEST_LOGIN_FILE=/srv/.my.cnf mysql -e":     false,
		"SYSTEMD_PAGER=/srv/x systemctl status":           false,
		"HOME=/root mysql -e":                             true,
		"HOME=/var/lib/db psql -c":                        true,
		"HOME=/srv/modules/evil/files psql -c":            false,
		"HOME=/ psql -c":                                  false,
		"PGPORT=5433 psql -c":                             true,
		"PGOPTIONS=-cx=y psql -c":                         false,
		"PSQLRC=/srv/x psql -c":                           false,
		"mysql --defaults-file=/root/.my.cnf":             true,
		"mysql --defaults-extra-file=/etc/mysql/deb.cnf":  true,
		"mysql --defaults-extra-file=/srv/evil/my.cnf":    false,
		"mysql --defaults-extra-file=/root/../srv/my.cnf": false,
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
		if got := ofTheSystem(t.Context(), fake.Reader(), onHost(cmd)); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
