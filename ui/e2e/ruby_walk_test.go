package e2e_test

import (
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestRubyOnScreen walks through types of Puppet modules on a booted Debian, with a
// real database and a real firewall: a resource is made, looked at, changed, and the
// change is undone. A shell in the machine says what is there after each step.
func TestRubyOnScreen(t *testing.T) {
	real.Full(t)
	t.Parallel()
	m := real.BootOf(t, "ruby", real.Binary(t))
	state := func(script string) string {
		out, errs, exit := m.Run(t.Context(), "bash", "-ec", script)
		if exit != 0 {
			t.Fatalf("%s: exit status %d\n%s", script, exit, errs)
		}
		return strings.TrimSpace(out)
	}
	state(`printf '[a]\nopts = -Xms1g\n' >/etc/jvm.ini
		systemctl start mariadb`)
	const old = "gpg --no-default-keyring --keyring /usr/share/keyrings/debian-archive-removed-keys.gpg "
	key := state(old + "--list-keys --with-colons 2>/dev/null | grep -m 1 ^fpr | cut -d: -f10")
	state(old + "--armor --export " + key + " >/root/sample.asc")
	w := walk{t, m.Tmux(t, []string{"/opt/ralsh", "--modulepath", "/usr/share/puppet/modules"}, 120, 36)}
	w.see("types of Ruby modules being read")
	w.term.Wait(func(screen string) bool {
		return strings.Contains(screen, "apt_key") && !strings.Contains(screen, "being read")
	}, "types in Ruby")
	for _, c := range []struct {
		typ, title string
		byName     bool        // the type has no list
		made       [][2]string // what is typed for a new one
		act        string      // what would be done
		now, after string      // prints the state, and what that is then
		change     [2]string   // of it, afterwards
		changeAct  string
		changed    string
	}{
		{
			"ini_subsetting", "heap", true,
			[][2]string{{"ensure", "present"}, {"value", "512m"}, {"section", "a"}, {"setting", "opts"}, {"subsetting", "-Xmx"}, {"path", "/etc/jvm.ini"}},
			"write /etc/jvm.ini", "tail -1 /etc/jvm.ini", "opts = -Xms1g -Xmx512m",
			[2]string{"value", "2g"},
			"write /etc/jvm.ini", "opts = -Xms1g -Xmx2g",
		},
		{
			"firewall", "100 ssh", false,
			[][2]string{{"action", "accept"}, {"dport", "22, 443"}},
			"iptables -I INPUT 1", "iptables-save | grep -- '^-A' || :", `-A INPUT -p tcp -m multiport --dports 22,443 -m comment --comment "100 ssh" -j ACCEPT`,
			[2]string{"action", "drop"},
			"iptables -R INPUT 1", `-A INPUT -p tcp -m multiport --dports 22,443 -m comment --comment "100 ssh" -j DROP`,
		},
		{
			"mysql_database", "shop", false,
			[][2]string{{"charset", "latin1"}, {"collate", "latin1_swedish_ci"}},
			"create database if not exists", "mysql -NBe 'show create database shop' 2>&1 | grep -o 'SET [^ ]*' || :", "SET latin1",
			[2]string{"charset", "utf8mb4"},
			"alter database", "SET utf8mb4",
		},
		{
			"alternative_entry", "/usr/bin/tac", false,
			[][2]string{{"altlink", "/usr/bin/backwards"}, {"altname", "backwards"}, {"priority", "10"}},
			"update-alternatives --install /usr/bin/backwards backwards /usr/bin/tac 10", "update-alternatives --query backwards 2>&1 | grep Priority || :", "Priority: 10",
			[2]string{"priority", "20"},
			"update-alternatives --install /usr/bin/backwards backwards /usr/bin/tac 20", "Priority: 20",
		},
		{
			"apt_key", key, false,
			[][2]string{{"source", "/root/sample.asc"}},
			"apt-key add", "apt-key list 2>/dev/null | tr -d ' ' | grep -o " + key + " || :", key,
			[2]string{"ensure", "absent"},
			"apt-key del", "",
		},
	} {
		if c.byName {
			w.jump(c.typ, "read a")
		} else {
			w.jump(c.typ, c.typ+"   ")
			w.insist("n", "new "+c.typ)
		}
		w.term.Type(c.title)
		w.press("Enter", "› "+c.title)
		w.edit(c.byName, c.made)
		w.press("A", c.act)
		w.apply()
		w.see("1 done")
		if got := state(c.now); got != c.after {
			t.Errorf("%s is made: %q, not %q", c.typ, got, c.after)
		}
		w.insist("Escape", "desired state")
		w.edit(false, [][2]string{c.change})
		w.press("A", c.changeAct)
		w.apply()
		w.see("1 done")
		if got := state(c.now); got != c.changed {
			t.Errorf("%s is changed: %q, not %q", c.typ, got, c.changed)
		}
		w.insist("U", "undo of run")
		w.apply()
		w.see("1 done")
		if got := state(c.now); got != c.after {
			t.Errorf("%s is changed back: %q, not %q", c.typ, got, c.after)
		}
	}

	// A file of concat is made of two resources, and the second run has one more.
	joined := func() string { return state("cat /etc/joined 2>/dev/null || :") }
	w.jump("concat_file", "read a")
	w.term.Type("/etc/joined")
	w.press("Enter", "› /etc/joined")
	w.edit(true, [][2]string{{"ensure", "present"}})
	w.insist("Escape", "explain providers   /")
	w.press("/", "enter keep the filter") // a fragment has no provider, and nothing to look at
	w.term.Type("concat_fragment")
	w.press("Enter", "1 of 1")
	w.press("n", "new concat_fragment")
	w.term.Type("first")
	w.press("Enter", "› first › edit")
	w.edit(false, [][2]string{{"target", "/etc/joined"}, {"content", "words"}})
	w.insist("Escape", "types ")
	w.insist("b", "in the next apply")
	w.press("A", "write /etc/joined")
	w.apply()
	if got := joined(); got != "words" {
		t.Errorf("concat makes %q", got)
	}
	w.insist("U", "undo of run")
	w.apply()
	if got := joined(); got != "" {
		t.Errorf("after an undo there is %q", got)
	}
}

// edit types values into the fields of an editor, which it opens if opens is true.
func (w walk) edit(opens bool, values [][2]string) {
	w.t.Helper()
	if opens {
		w.press("e", "desired state")
	}
	w.insist("Escape", "A apply")
	for _, set := range values {
		w.to(set[0])
		w.press("Enter", "typing:")
		w.term.Keys("C-u")
		w.term.Type(set[1])
		w.see(set[1])
		w.press("Escape", "A apply")
	}
}
