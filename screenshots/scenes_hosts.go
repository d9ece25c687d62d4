package main

// hostScenes returns the screens of other hosts.
func hostScenes() []Scene {
	open := []Step{{Wait: "28 types"}, keys(": hosts", ":", "hosts"), keys("2 of 4 hosts reached", "Enter")}
	took, taken := `\b\d[\d.]* m?s\b`, `\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
	rows := then(open, keys("─ web2", "j"), keys("hidden: ", "d"), keys("deploy", "j", "j", "Enter"), keys("2 selected", "Space", "Space"), keys("/bin/bash", "g", "j"))
	return []Scene{
		{Name: "hosts", Width: 120, Height: 24, Shell: otherHosts, Tools: []Tool{ssh()}, Drop: []string{took}, Steps: then(open, keys("─ web2", "j"))},
		{Name: "compare", Width: 120, Height: 24, Shell: otherHosts, Tools: []Tool{ssh()}, Drop: []string{took}, Mask: []string{taken}, Steps: rows},
	}
}

// otherHosts makes an inventory, and two hosts that are like web1 but for some lines.
const otherHosts = `
for host in web2 db2; do
	cp -a "$PICTURE_HOST" "$HOME/$host"
	echo "$host" >"$HOME/$host/etc/hostname"
done
sed -i 's#^\(deploy:.*\):[^:]*$#\1:/bin/bash#' "$HOME/web2/etc/passwd"
echo 'backup2:x:1044:1044::/srv/backup:/bin/sh' >>"$HOME/web2/etc/passwd"
echo 'backup2:x:1044:' >>"$HOME/web2/etc/group"
echo '192.0.2.7 mirror' >>"$HOME/web2/etc/hosts"
mkdir -p "$XDG_CONFIG_HOME/ralsh"
printf '[web]\nweb2\n[db]\ndb1\ndb2\ndb3\n[prod:children]\nweb\ndb\n' >"$XDG_CONFIG_HOME/ralsh/hosts"
ralsh`

// ssh is a server of ssh for the hosts of otherHosts. It runs the program below the root of
// a host, where the script that ralsh sends would.
func ssh() Tool {
	return Tool{"ssh", `for word; do
	case $word in -O) exit 255;; -G) exit 0;; --) break;; esac
done
while [ $# -gt 2 ]; do shift; done
host=$1
case $host in
db1) echo "ssh: connect to host db1 port 22: Connection refused" >&2; exit 255;;
db3) echo "root@db3: Permission denied (publickey,password)." >&2; exit 255;;
esac
eval "set -- $2"
shift 4
echo "$1 at $$ ralsh" >&2
shift 3
exec "$PICTURE_PROGRAM" --root "$HOME/$host" "$@"`}
}
