# Names that must be known when there is no DNS.
class base::hosts {
  resources { 'host': purge => true }
  host { 'localhost':
    ip => '127.0.0.1',
  }
  host { 'sample.example.com':
    ip           => '127.0.1.1',
    host_aliases => 'sample',
  }
  host { 'db1.example.com':
    ensure       => present,
    ip           => '10.0.0.21',
    host_aliases => ['db1', 'db', 'stats'],
    comment      => 'the primary',
  }
  host { 'ip6-localhost':
    ip           => '::1',
    host_aliases => ['ip6-loopback'],
  }
  host { 'retired.example.com':
    ensure => absent,
  }
}
