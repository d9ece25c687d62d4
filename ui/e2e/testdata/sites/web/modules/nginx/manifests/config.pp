# What all sites share. Links that nobody declares are removed.
class nginx::config {
  file { '/etc/nginx/nginx.conf':
    ensure  => file,
    content => epp('nginx/nginx.conf.epp', { 'workers' => $nginx::workers }),
    notify  => Exec['nginx -t'],
  }
  file { '/etc/nginx/conf.d/types.conf':
    content => template('nginx/types.conf.erb'),
    mode    => '0644',
  }
  file { ['/etc/nginx/sites-available', '/etc/nginx/snippets']:
    ensure => directory,
  }
  file { '/etc/nginx/sites-enabled':
    ensure  => directory,
    recurse => true,
    purge   => true,
  }
  file { '/etc/nginx/snippets/tls.conf':
    source => ['puppet:///modules/nginx/tls-special.conf', 'puppet:///modules/nginx/tls.conf'],
    mode   => '0640',
    group  => 'www-data',
  }
  exec { 'nginx -t':
    path        => ['/usr/sbin', '/usr/bin', '/sbin', '/bin'],
    refreshonly => true,
  }
}
