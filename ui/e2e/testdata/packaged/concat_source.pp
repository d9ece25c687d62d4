# concat: fragments from files of a module, from a local file and from a list of sources.
file { '/srv/local': content => "a local part\n" }
concat { '/srv/joined': ensure_newline => true, require => File['/srv/local'] }
concat::fragment { 'of a module':
  target => '/srv/joined',
  source => 'puppet:///modules/logrotate/etc/logrotate.conf',
  order  => '20',
}
concat::fragment { 'the first that is there':
  target => '/srv/joined',
  source => ['/srv/missing', 'puppet:///modules/apache/httpd'],
  order  => '30',
}
concat::fragment { 'start': target => '/srv/joined', content => 'start', order => '10' }
concat { '/srv/empty': }
concat { '/srv/nested/deep/file': require => File['/srv/nested/deep'] }
concat::fragment { 'deep': target => '/srv/nested/deep/file', content => Sensitive("secret\n").unwrap }
file { ['/srv/nested', '/srv/nested/deep']: ensure => directory }
