node default {
  class { 'nginx':
    workers => 4,
  }

  nginx::vhost { 'www.example.com':
    aliases => ['example.com', 'static.example.com'],
    default => true,
  }
  nginx::vhost { 'shop.example.com':
    port     => 8080,
    upstream => ['10.0.0.11:9000', '10.0.0.12:9000'],
  }
  nginx::vhost { 'old.example.com':
    ensure => absent,
  }

  # The pages of the company are a tree of the module, and nothing else may lie there.
  file { '/var/www/www.example.com/public':
    ensure  => directory,
    source  => 'puppet:///modules/nginx/html',
    recurse => true,
    purge   => true,
    force   => true,
    owner   => 'www-data',
    group   => 'www-data',
    mode    => '0644',
    require => Nginx::Vhost['www.example.com'],
  }
}
