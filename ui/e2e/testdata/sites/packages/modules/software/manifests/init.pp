# What is installed, from where, and in which version.
class software (
  Array[String] $wanted = [],
  Array[String] $unwanted = [],
  Hash[String, String] $versions = {},
) {
  file { '/etc/apt/preferences.d/pin':
    content => "Package: nodejs\nPin: version 18.*\nPin-Priority: 900\n",
    notify  => Exec['apt-get update'],
  }
  file { '/etc/apt/apt.conf.d/90unattended':
    source => 'puppet:///modules/software/90unattended',
    notify => Exec['apt-get update'],
  }
  exec { 'apt-get update':
    path        => '/usr/bin:/bin',
    refreshonly => true,
    logoutput   => on_failure,
  }
  Exec['apt-get update'] -> Package<| ensure != 'absent' and ensure != 'purged' |>

  package { $wanted: ensure => installed }
  package { $unwanted: ensure => purged }
  $versions.each |$name, $version| {
    package { $name: ensure => $version }
  }
  package { 'htop': ensure => latest }
  package { 'vim-tiny': ensure => absent }
  package { 'kernel-tools':
    ensure => installed,
    mark   => hold,
  }
  package { 'the shell':
    ensure => present,
    name   => 'zsh',
  }
  package { 'tree':
    ensure          => present,
    install_options => ['--no-install-recommends', { '-o' => 'Dpkg::Options::=--force-confold' }],
    provider        => apt,
  }
  file { '/etc/redis/redis.conf':
    content => "bind 127.0.0.1\nmaxmemory 64mb\n",
    require => Package['redis-server'],
  }
  ~> service { 'redis-server':
    ensure => running,
  }
  exec { 'rebuild the cache of npm':
    command     => '/bin/mkdir -p /var/cache/npm',
    subscribe   => Package['nodejs'],
    refreshonly => true,
  }
}
