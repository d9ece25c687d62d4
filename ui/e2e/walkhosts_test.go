package e2e_test

import (
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// otherHost gives the root of sshHosts an inventory, and a third host: a server in a mount
// namespace, with a history of its own. It and the root each know an address that the other
// does not.
const otherHost = `
	install -m 600 /root/.ssh/id_ed25519.pub /root/.ssh/authorized_keys
	cp /etc/hosts /tmp/hosts; echo 192.0.2.9 theirs >>/tmp/hosts; echo 192.0.2.8 ours >>/etc/hosts
	mkdir -p /var/lib/ralsh
	unshare -m sh -c 'mount --bind /tmp/hosts /etc/hosts; mount -t tmpfs -o mode=700 none /var/lib/ralsh; exec /usr/sbin/sshd -o PidFile=none -p 2201'
	mkdir -p /etc/ralsh
	printf '[here]\nalice\ndead\ntyped\n' >/etc/ralsh/hosts
	echo 'other ansible_host=127.0.0.1 ansible_port=2201 ansible_user=root' >>/etc/ralsh/hosts
`

// TestWalkHosts asks the hosts of an inventory, opens the screens of two and comes back (the
// second one asks for a password), compares another host, stages what it has more, and stages
// there what this one has more.
func TestWalkHosts(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"wide": {120, 36}, "narrow": {80, 24}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enter := sshRootWith(t, sshHosts+otherHost)
			w := walk{t, real.Terminal(t, enter("env", "-u", "XDG_STATE_HOME", "LC_ALL=C.UTF-8", "ralsh").Args, size[0], size[1])}
			w.see("types")
			w.jump("hosts", "of 4 hosts reached")
			if screen := w.see("refused"); !strings.Contains(screen, "x dead") || !strings.Contains(screen, "? typed") || !strings.Contains(screen, "Debian") {
				t.Errorf("the hosts are not as they are:\n%s", screen)
			}
			w.to("alice")
			w.press("Enter", "alice, not root")
			w.jump("history", "no run is recorded yet")
			w.press("q", "2 of 4 hosts reached")
			w.to("dead")
			w.insist("Enter", "dead was not reached: ssh")
			w.to("typed")
			w.press("Enter", "password:")
			w.term.Type("secret word")
			w.press("Enter", "asked, not root")
			w.press("q", "3 of 4 hosts reached") // the connection is kept for a minute
			w.to("other")
			w.press("d", "hidden: ")
			w.to("host")
			w.press("Enter", "theirs")
			w.to("theirs")
			w.press("Space", "1 selected")
			w.press("m", "1 draft staged in the basket of ")
			w.press("b", "host theirs")
			w.press("A", "No")
			w.press("Escape", "basket 1")
			w.jump("hosts", "of 4 hosts reached")
			w.term.Keys("Space")
			w.to("other")
			w.term.Keys("Space")
			w.press("d", "hidden: ")
			w.to("host")
			w.press("Enter", "ours")
			w.to("ours")
			w.press("m", "1 draft staged in the basket of other")
			w.term.Keys("q")
			if status := w.term.Exit(); status != 0 {
				t.Errorf("ralsh exits %d", status)
			}
			const baskets = "cat /var/lib/ralsh/baskets/*.json; "
			out, _ := enter("bash", "-c", baskets+"grep -c theirs /etc/hosts; ssh -p 2201 127.0.0.1 '"+baskets+"grep -c ours /etc/hosts'").CombinedOutput()
			here, there, _ := strings.Cut(string(out), "\n0\n")
			if !strings.Contains(here, `"theirs"`) || !strings.Contains(here, "192.0.2.9") || !strings.Contains(there, `"ours"`) || !strings.HasSuffix(there, "\n0\n") {
				t.Errorf("the drafts are not in the baskets, or more was done:\n%s", out)
			}
		})
	}
}
