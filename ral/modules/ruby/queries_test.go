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
