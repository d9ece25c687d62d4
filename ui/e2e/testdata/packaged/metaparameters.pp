# Metaparameters: schedules, noop, audit, tags, aliases and loglevels.
schedule { 'night': range => '2 - 4', period => daily }
schedule { 'never': period => never }
schedule { 'often': period => hourly, repeat => 99 }
file { '/srv/never': content => "x\n", schedule => 'never' }
file { '/srv/often': content => "x\n", schedule => 'often' }
file { '/srv/noop': content => "x\n", noop => true }
file { '/srv/audited': content => "x\n", audit => ['mode', 'owner'] }
file { 'named': path => '/srv/named', content => "x\n", loglevel => debug, alias => 'nickname' }
file { '/srv/after-alias': content => "x\n", require => File['nickname'] }
exec { 'of noop': command => '/bin/touch /srv/refreshed', refreshonly => true, subscribe => File['/srv/noop'] }
exec { 'tries': command => '/bin/sh -c "echo t >>/srv/tries; test $(wc -l </srv/tries) -ge 2"', tries => 3, try_sleep => 0, creates => '/srv/tries' }
exec { 'environment':
  command     => 'echo "$A $B ${HOME:-none}" >/srv/environment; umask >>/srv/environment; pwd >>/srv/environment',
  provider    => shell,
  environment => ['A=1', 'B=two words', 'HOME=/srv'],
  umask       => '027',
  cwd         => '/usr',
  creates     => '/srv/environment',
}
exec { 'returns': command => '/bin/sh -c "touch /srv/returns; exit 3"', returns => [0, 3], creates => '/srv/returns' }
exec { 'as games': command => '/bin/sh -c "id -un >/srv/shared/id"', user => 'games', umask => '022', creates => '/srv/shared/id', require => File['/srv/shared'] }
file { '/srv/shared': ensure => directory, owner => 'games', mode => '2775' }
notify { 'message': message => 'said each time', withpath => true }
