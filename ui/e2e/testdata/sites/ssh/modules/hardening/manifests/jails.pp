# Who fails too often waits.
class hardening::jails (
  Integer $minutes = 30,
) {
  package { 'fail2ban': ensure => '1.0.2-2' }
  Ini_setting {
    ensure  => present,
    path    => '/etc/fail2ban/jail.local',
    require => Package['fail2ban'],
    notify  => Service['fail2ban'],
  }
  ini_setting { 'bantime':
    section => 'DEFAULT',
    setting => 'bantime',
    value   => "${minutes}m",
  }
  ini_setting { 'sshd jail':
    section => 'sshd',
    setting => 'enabled',
    value   => 'true',
  }
  ini_setting { 'sshd retries':
    section           => 'sshd',
    setting           => 'maxretry',
    value             => 4,
    key_val_separator => '=',
  }
  ini_setting { 'no mail':
    ensure  => absent,
    section => 'DEFAULT',
    setting => 'destemail',
  }
  service { 'fail2ban':
    ensure => running,
    enable => true,
  }
}
