# Time from servers of our own.
class chrony (
  Array[String] $servers,
  Array[String] $allow = [],
  Optional[Sensitive[String]] $key = undef,
  Float $max_skew = 100.0,
) {
  package { 'chrony':
    ensure => installed,
  }
  file { '/etc/chrony/chrony.conf':
    ensure  => file,
    content => epp('chrony/chrony.conf.epp'),
    backup  => '.before',
    require => Package['chrony'],
  }
  if $key {
    file { '/etc/chrony/chrony.keys':
      ensure    => file,
      owner     => 'root',
      group     => 'nogroup',
      mode      => '0640',
      content   => Sensitive("${key.unwrap}\n"),
      show_diff => false,
      require   => Package['chrony'],
    }
    File['/etc/chrony/chrony.keys'] ~> Service['chrony']
  }
  file { '/etc/default/chrony':
    ensure => present,
  }
  -> file_line { 'chrony without ipv6':
    path  => '/etc/default/chrony',
    line  => 'DAEMON_OPTS="-F 1 -4"',
    match => '^DAEMON_OPTS=',
  }
  service { 'chrony':
    ensure    => running,
    enable    => true,
    subscribe => [File['/etc/chrony/chrony.conf'], File_line['chrony without ipv6']],
  }
  service { 'ntpdate':
    ensure => stopped,
    enable => false,
  }
  exec { 'chronyc makestep':
    path        => '/usr/bin:/bin',
    refreshonly => true,
    subscribe   => Service['chrony'],
    logoutput   => true,
  }
}
