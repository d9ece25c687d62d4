# What a server elsewhere is told. Exported resources are for that server.
class profile::monitoring (
  String $server,
) {
  @@host { 'roles.example.com':
    ip => '10.0.0.31',
  }
  @file { '/etc/unused': content => 'never realised' }
  file { '/etc/monitoring':
    ensure => directory,
    before => File['/etc/monitoring/target'],
  }
  file { '/etc/monitoring/target':
    content => "${server}\n${lookup('site_name')}\n",
    audit   => mode,
  }
  notify { "reports go to ${server}":
    loglevel => warning,
    require  => File['/etc/monitoring/target'],
  }
  service { 'agent':
    ensure    => running,
    start     => '/bin/touch /run/agent.up',
    stop      => '/bin/rm -f /run/agent.up',
    status    => '/usr/bin/test -e /run/agent.up',
    subscribe => File['/etc/monitoring/target'],
  }
}
