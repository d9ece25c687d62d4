# The type service: the provider base, with commands of shells and of plain words.
# before: echo old >/srv/stopped; touch /srv/running.up /srv/odd.up
define daemon($ensure) {
  service { $title:
    ensure   => $ensure,
    provider => base,
    start    => "/usr/bin/touch /srv/${title}.up",
    stop     => "/bin/rm /srv/${title}.up",
    status   => "/usr/bin/test -e /srv/${title}.up",
  }
}
daemon { 'stopped': ensure => running }
daemon { 'running': ensure => stopped }
file { '/srv/conf': content => "x\n", notify => Service['shell', 'words', 'odd'] }
service { 'shell':
  ensure   => running,
  provider => base,
  start    => 'cd /srv && echo "started $((1 + 1))" >shell.up',
  stop     => 'rm /srv/shell.up',
  status   => '[ -s /srv/shell.up ] || exit 3',
}
service { 'words': ensure => running, provider => base, status => '/bin/true', restart => '/usr/bin/touch "/srv/two words" /srv/word' }
service { 'odd': ensure => running, provider => base, status => 'test -e /srv/odd.up', restart => 'echo again >>/srv/odd; echo $? >>/srv/odd' }
