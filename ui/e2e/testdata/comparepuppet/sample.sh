# Sample data for the types that Puppet can list, for a Debian root.
set -e
useradd -m -c 'Ada L' -s /bin/bash -G adm,audio ada
useradd -r -d /nonexistent -s /usr/sbin/nologin svc
groupadd -g 4242 crew; gpasswd -a ada crew >/dev/null
echo 'ada:$6$abc$def' | chpasswd -e
chage -m 3 -M 90 -W 9 -E 2030-01-01 ada
cat >>/etc/hosts <<H
# comment
192.0.2.10	db.example.com db dbs # the database
2001:db8::1 six.example.com
H
cat >/etc/fstab <<H
# c
/dev/vda1 / ext4 errors=remount-ro 0 1
tmpfs /srv/t tmpfs defaults,size=10m 0 0
server:/export /mnt/nfs nfs ro,_netdev 0 0
proc /proc proc defaults
H
cat >/etc/aliases <<H
# aliases
postmaster: root
root: ada, svc
dev: :include:/etc/dev.list
prog: "|/usr/bin/prog -x"
H
mkdir -p /etc/ssh
cat >/etc/ssh/ssh_known_hosts <<H
# known
host.example.com,192.0.2.5 ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ==
h2 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAA
H
cat > /tmp/ct <<H
# Puppet Name: backup
MAILTO=ops@example.com
*/5 1-3 * * 1 /usr/bin/backup
# Puppet Name: daily
@daily /usr/bin/daily
0 4 * * * /usr/bin/unnamed --x
H
crontab /tmp/ct
cat > /tmp/ct2 <<H
# Puppet Name: adas
1,2 * 3 jan sun echo hello
H
crontab -u ada /tmp/ct2
mkdir -p -m 700 /home/ada/.ssh; printf 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ== ada@home\ncommand="/bin/x",no-pty ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAA key two\n' > /home/ada/.ssh/authorized_keys; chown -R ada: /home/ada

# Boot scripts whose status prints nothing and exits with 0, like procps.
for name in quiet quiet.sh a+b; do
  printf '#!/bin/sh\n### BEGIN INIT INFO\n# Provides: %s\n# Required-Start:\n# Required-Stop:\n# Default-Start: S\n# Default-Stop:\n### END INIT INFO\nexit 0\n' $name >/etc/init.d/$name
  chmod 755 /etc/init.d/$name
  update-rc.d $name defaults
done
