# The language: stages, chains, refreshes and a defined type in the manifest.
stage { 'before': before => Stage['main'] }
stage { 'after': require => Stage['main'] }
define log($text = $title) {
  exec { "log ${title}": command => "/bin/echo '${text}' >>/srv/log", provider => shell, unless => "/bin/grep -qx '${text}' /srv/log" }
}
class first { log { 'stage before': } }
class last { log { 'stage after': } }
class { 'first': stage => 'before' }
class { 'last': stage => 'after' }
log { ['one', 'two', 'three']: }
Log['three'] -> Log['two'] -> Log['one']
file { '/srv/conf': content => "conf\n" }
~> exec { 'reload': command => '/bin/echo reload >>/srv/log', provider => shell, refreshonly => true }
~> exec { 'reloaded': command => '/bin/echo reloaded >>/srv/log', provider => shell, refreshonly => true }
exec { 'on refresh':
  command   => '/bin/echo command >>/srv/log',
  refresh   => '/bin/echo refresh >>/srv/log',
  provider  => shell,
  creates   => '/srv/log.done',
  subscribe => File['/srv/conf'],
}
exec { 'done': command => '/usr/bin/touch /srv/log.done' , creates => '/srv/log.done', require => Exec['on refresh', 'reloaded'] }
class group_of { file { '/srv/member': content => "m\n" } contain inner }
class inner { log { 'inner': } }
include group_of
Class['group_of'] -> log { 'after the group': } -> Class['last']
