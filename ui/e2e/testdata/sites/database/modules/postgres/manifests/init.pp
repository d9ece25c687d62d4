# A database server with its roles and databases.
class postgres (
  Hash[String, Hash] $databases = {},
  String $data = '/var/lib/postgresql/15/main',
) {
  group { 'postgres':
    ensure => present,
    gid    => 120,
  }
  user { 'postgres':
    ensure     => present,
    uid        => 120,
    gid        => 'postgres',
    home       => '/var/lib/postgresql',
    shell      => '/bin/bash',
    managehome => false,
  }
  package { 'postgresql':
    ensure  => present,
    require => User['postgres'],
  }
  file { ['/var/lib/postgresql', '/var/lib/postgresql/15', $data]:
    ensure => directory,
    owner  => 'postgres',
    group  => 'postgres',
    mode   => '0700',
  }
  exec { 'initdb':
    command     => "/usr/lib/postgresql/15/bin/initdb ${data}",
    creates     => "${data}/PG_VERSION",
    user        => 'postgres',
    group       => 'postgres',
    cwd         => '/var/lib/postgresql',
    environment => ['LANG=C', "PGDATA=${data}"],
    umask       => '0077',
    require     => [Package['postgresql'], File[$data]],
  }
  file { "${data}/pg_hba.conf":
    owner   => 'postgres',
    group   => 'postgres',
    mode    => '0600',
    source  => 'puppet:///modules/postgres/pg_hba.conf',
    require => Exec['initdb'],
    notify  => Service['postgresql'],
  }
  service { 'postgresql':
    ensure     => running,
    enable     => true,
    hasstatus  => true,
    hasrestart => false,
    require    => Exec['initdb'],
  }
  $databases.each |$name, $is| {
    postgres::database { $name:
      * => $is,
    }
  }
  exec { 'vacuum':
    command     => 'echo vacuumed >>/var/lib/postgresql/maintenance.log',
    provider    => 'shell',
    user        => 'postgres',
    refreshonly => true,
  }
  Postgres::Database<| |> ~> Exec['vacuum']
  exec { 'forget the old cluster':
    command => '/bin/rm -r /var/lib/postgresql/13',
    onlyif  => ['/usr/bin/test -d /var/lib/postgresql/13', '/usr/bin/test -d /var/lib/postgresql/15'],
    require => File['/var/lib/postgresql/15'],
  }
  exec { 'is it up':
    command   => 'test -e /run/postgresql.up',
    path      => ['/usr/bin', '/bin'],
    tries     => 3,
    try_sleep => 1,
    timeout   => 10,
    require   => Service['postgresql'],
    unless    => 'test -e /var/lib/postgresql/checked',
  }
  -> file { '/var/lib/postgresql/checked':
    content => '',
  }
}
