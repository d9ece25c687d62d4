# stdlib: file_line with match, after, multiple, absence and encodings.
exec { 'start':
  command  => 'printf "a = 1\nb = 1\nb = 2\n# end\nold 1\nold 2\nkeep" >/srv/lines; printf "caf\351\n" >/srv/latin',
  provider => shell,
  creates  => '/srv/lines',
}
File_line { path => '/srv/lines', require => Exec['start'] }
file_line { 'append': line => 'appended' }
file_line { 'replace': line => 'a = 2', match => '^a =' }
file_line { 'all': line => 'b = 3', match => '^b =', multiple => true }
file_line { 'after': line => 'below the end', after => '^# end' }
file_line { 'exact absence': ensure => absent, line => 'keep' }
file_line { 'matched absence': ensure => absent, match => '^old', match_for_absence => true, multiple => true }
file_line { 'not appended': line => 'never there', match => '^zzz', append_on_no_match => false }
file_line { 'not replaced': line => 'a = 9', match => '^a =', replace => false, require => [Exec['start'], File_line['replace']] }
file_line { 'latin': path => '/srv/latin', line => 'tea', encoding => 'iso-8859-1' }
file { '/srv/other': ensure => file, replace => false, content => "x\n" }
file_line { 'other': path => '/srv/other', line => 'y', require => File['/srv/other'] }
