# logrotate: the package of a local repository, its defaults, rules and hourly rules.
logrotate::rule { 'app':
  path          => '/var/log/app/*.log',
  rotate        => '5',
  rotate_every  => 'week',
  compress      => true,
  delaycompress => true,
  missingok     => true,
  ifempty       => false,
  sharedscripts => true,
  postrotate    => '/bin/true',
}
logrotate::rule { 'sized':
  path         => '/var/log/sized.log',
  size         => '10M',
  create       => true,
  create_mode  => '0640',
  create_owner => 'root',
  create_group => 'adm',
  copytruncate => true,
}
logrotate::rule { 'often': path => '/var/log/often.log', rotate_every => 'hour', rotate => '24' }
logrotate::rule { 'gone': ensure => absent, path => '/var/log/gone.log' }
