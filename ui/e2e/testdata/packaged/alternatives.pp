# alternatives: entries, the choice of one, and the automatic mode.
file { ['/usr/local/bin/pick-a', '/usr/local/bin/pick-b', '/usr/local/bin/view-a']:
  content => "#!/bin/sh\necho \"$0\"\n",
  mode    => '0755',
}
alternative_entry {
  default: ensure => present;
  '/usr/local/bin/pick-a': altlink => '/usr/local/bin/pick', altname => 'pick', priority => 10, require => File['/usr/local/bin/pick-a'];
  '/usr/local/bin/pick-b': altlink => '/usr/local/bin/pick', altname => 'pick', priority => 20, require => File['/usr/local/bin/pick-b'];
  '/usr/local/bin/view-a': altlink => '/usr/local/bin/view-it', altname => 'view-it', priority => 5, require => File['/usr/local/bin/view-a'];
}
exec { 'say':
  command     => '/bin/sh -c "update-alternatives --query pick | grep -v ^Best >/srv/pick"',
  refreshonly => true,
  path        => '/usr/bin:/bin',
  subscribe   => Alternatives['pick'],
}
alternatives { 'pick':
  path    => '/usr/local/bin/pick-a',
  require => Alternative_entry['/usr/local/bin/pick-a', '/usr/local/bin/pick-b'],
}
alternatives { 'awk': mode => 'auto' }
