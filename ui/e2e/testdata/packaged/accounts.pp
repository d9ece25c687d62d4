# host_core, mailalias_core, mount_core: entries of the files of a system.
# before: printf '# mail\npostmaster: root\nold: nobody\n' >/etc/aliases
# before: printf '# disks\n/dev/sda1 / ext4 defaults 0 1\n/dev/sdb1 /old xfs ro 0 0\n' >/etc/fstab
# Lines that no resource declares are kept byte for byte.
# differs: files: - /etc/fstab file 0644 0:0 > - |/dev/sda1 / ext4 defaults 0 1
# differs: files: - /etc/fstab file 0644 0:0 > + |/dev/sda1	/	ext4	defaults	0	1
# differs: files: - /etc/hosts file 0644 0:0 > - |127.0.0.1 localhost
# differs: files: - /etc/hosts file 0644 0:0 > + |127.0.0.1	localhost
# Puppet reads such a recipient as a file, and changes it in each run.
# differs: second: - Mailalias[included]
host { 'db.example.org': ip => '192.0.2.10', host_aliases => ['db', 'database'], comment => 'the database' }
host { 'six.example.org': ip => '2001:db8::6' }
host { 'sample': ensure => absent }
mailalias { 'root': recipient => ['admin@example.org', 'ops@example.org'] }
mailalias { 'script': recipient => '|/usr/local/bin/handle --quiet' }
mailalias { 'included': recipient => ':include:/etc/list' }
mailalias { 'old': ensure => absent }
mount { '/srv/data': ensure => present, device => 'UUID=1234', fstype => 'ext4', options => 'noatime,nodev', dump => 0, pass => 2 }
mount { '/srv/net': ensure => present, device => '192.0.2.1:/export', fstype => 'nfs', options => 'ro', remounts => false }
mount { '/old': ensure => absent }
