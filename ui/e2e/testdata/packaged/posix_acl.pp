# posix_acl: lists of a file and of a tree, which an exec prints.
file { ['/srv/tree', '/srv/tree/sub']: ensure => directory, mode => '0750' }
file { ['/srv/file', '/srv/tree/sub/leaf']: content => "x\n", mode => '0640' }
posix_acl { '/srv/file':
  action     => exact,
  permission => ['user::rw-', 'group::r--', 'mask::rwx', 'other::---', 'user:games:rw-', 'group:adm:r--'],
  provider   => posixacl,
  require    => File['/srv/file'],
}
posix_acl { '/srv/tree':
  action     => set,
  permission => ['user:games:rwx', 'default:user:games:rwx', 'default:group:adm:r-x'],
  provider   => posixacl,
  recursive  => true,
  require    => File['/srv/tree/sub/leaf'],
}
exec { 'print lists':
  command => '/bin/sh -c "getfacl -p /srv/file /srv/tree /srv/tree/sub /srv/tree/sub/leaf >/srv/lists"',
  path    => '/usr/bin:/bin',
  creates => '/srv/lists',
  require => Posix_acl['/srv/file', '/srv/tree'],
}
