# concat: a header, missing line ends, owners, modes, a check and a file that is kept.
file { '/srv/kept': content => "of the administrator\n" }
concat { '/srv/warned': warn => true }
concat { '/srv/own': warn => "; our header\n", ensure_newline => true, owner => 'games', group => 'adm', mode => '0640' }
concat { 'named': path => '/srv/named', ensure_newline => false, validate_cmd => '/usr/bin/grep -q joined %' }
concat { '/srv/untouched': replace => false, require => Exec['untouched'] }
concat { '/srv/absent': ensure => absent, require => Exec['untouched'] }
exec { 'untouched':
  command => '/bin/sh -c "echo first >/srv/untouched; echo old >/srv/absent"',
  creates => '/srv/untouched',
}
concat::fragment {
  'warned 1': target => '/srv/warned', content => 'warned';
  'warned 2': target => '/srv/warned', content => "\nwith an end\n";
  'own 1': target => '/srv/own', order => 5, content => 'own';
  'own 2': target => '/srv/own', order => 6, content => "has it\n";
  'named 1': target => 'named', content => 'joined text';
  'named 2': target => 'named', content => " twice\n";
  'untouched': target => '/srv/untouched', content => 'of ours';
}
