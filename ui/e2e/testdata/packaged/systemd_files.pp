# systemd: temporary files, rules of udev, and files of networkd.
class { 'systemd': manage_journald => false }
systemd::tmpfile { 'app.conf': content => "d /run/app 0755 games games -\n" }
systemd::tmpfile { 'short.conf': content => "q /var/short 1777 root root 1d\n", path => '/usr/local/lib/tmpfiles.d' }
file { ['/usr/local/lib/tmpfiles.d', '/etc/udev', '/etc/udev/rules.d']: ensure => directory }
systemd::udev::rule { '70-app.rules':
  rules => ['KERNEL=="app*", MODE="0660", GROUP="games"', 'SUBSYSTEM=="tty", TAG+="app"'],
}
systemd::udev::rule { 'gone.rules': ensure => absent, rules => [] }
systemd::network { '10-lan.network':
  content         => "[Match]\nName=lan0\n[Network]\nAddress=192.0.2.10/24\n",
  restart_service => false,
}
systemd::network { '20-off.network': ensure => absent }
Exec<| title == 'systemd-tmpfiles' |> { command => '/bin/sh -c "cat /etc/tmpfiles.d/app.conf >>/srv/created"' }
Exec<| title == 'systemctl-daemon-reload' |> { command => '/bin/true' }
