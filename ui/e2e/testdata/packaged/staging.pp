# staging: local archives, extracted as root and as another user.
# before: printf '[main]\ninclude_legacy_facts = true\n' >/etc/puppet/puppet.conf
class { 'staging': path => '/srv/staging', owner => 'games', group => 'games', mode => '0750' }
file { '/srv/out': ensure => directory, owner => 'games' }
exec { 'make':
  command  => 'mkdir -p /srv/src/tool; echo tool >/srv/src/tool/run; cd /srv/src; tar --mtime=@0 --owner=0 --group=0 -cf - tool | gzip -n >tool.tar.gz; gzip -dc <tool.tar.gz >plain.tar',
  provider => shell,
  creates  => '/srv/src/tool.tar.gz',
}
staging::extract { 'tool.tar.gz':
  target  => '/srv/out',
  source  => '/srv/src/tool.tar.gz',
  creates => '/srv/out/tool/run',
  require => [Exec['make'], File['/srv/out']],
}
staging::extract { 'plain.tar':
  source  => '/srv/src/plain.tar',
  target  => '/srv/out',
  strip   => '1',
  creates => '/srv/out/run',
  user    => 'games',
  require => [Exec['make'], File['/srv/out']],
}
