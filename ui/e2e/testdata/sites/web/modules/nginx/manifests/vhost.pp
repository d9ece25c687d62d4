# One site, and the directory it serves.
define nginx::vhost (
  Enum['present', 'absent'] $ensure = 'present',
  Integer $port = 80,
  Array[String] $aliases = [],
  Array[String] $upstream = [],
  Boolean $default = false,
) {
  include nginx

  $available = "/etc/nginx/sites-available/${title}.conf"
  file { $available:
    ensure  => $ensure,
    content => epp('nginx/vhost.conf.epp', {
        'name' => $title, 'port' => $port, 'aliases' => $aliases, 'upstream' => $upstream, 'default' => $default,
    }),
    require => Class['nginx::install'],
    notify  => Class['nginx::service'],
  }
  file { "/etc/nginx/sites-enabled/${title}.conf":
    ensure => bool2str($ensure == 'present', 'link', 'absent'),
    target => $available,
    notify => Class['nginx::service'],
  }
  if $ensure == 'present' {
    file { "/var/www/${title}":
      ensure  => directory,
      owner   => 'www-data',
      mode    => '2755',
      require => File['/var/www'],
    }
    ensure_resource('file', '/var/www', { 'ensure' => 'directory' })
  }
}
