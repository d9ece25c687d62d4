# systemd: units, parts of units, a timer, limits and a link to /dev/null.
class { 'systemd': manage_journald => false }
systemd::unit_file { 'app.service':
  content => "[Unit]\nDescription=App\n[Service]\nExecStart=/bin/sleep 1\n[Install]\nWantedBy=multi-user.target\n",
}
systemd::unit_file { 'other.target': content => "[Unit]\nDescription=Other\n", mode => '0644' }
systemd::unit_file { 'off.service': target => '/dev/null' }
systemd::unit_file { 'gone.service': ensure => absent }
systemd::dropin_file { 'memory.conf': unit => 'app.service', content => "[Service]\nMemoryMax=1G\n" }
systemd::dropin_file { 'named': filename => 'user.conf', unit => 'app.service', content => Sensitive("[Service]\nUser=games\n") }
systemd::timer { 'clean.timer':
  timer_content   => "[Timer]\nOnCalendar=daily\n",
  service_content => "[Service]\nType=oneshot\nExecStart=/bin/true\n",
}
systemd::service_limits { 'app.service': limits => { 'LimitNOFILE' => 4096, 'LimitNPROC' => 'infinity' }, restart_service => false }
Exec<| title == 'systemctl-daemon-reload' |> { command => 'echo reload >>/srv/reloads', provider => shell }
