# The language: virtual and exported resources, collectors, overrides and defaults.
File { mode => '0640', owner => 'games' }
@file { '/srv/virtual': content => "never\n" }
@file { '/srv/realized': content => "realized\n", tag => 'web' }
@file { ['/srv/tag-1', '/srv/tag-2']: content => "tagged\n", tag => ['web', 'first'] }
@user { 'virtual': ensure => present, uid => 4010, tag => 'people' }
realize(File['/srv/realized'])
File<| tag == 'first' and title != '/srv/tag-2' |> { mode => '0600' }
User<| tag == 'people' |> { comment => 'collected', shell => '/bin/false' }
class base($level = 1) {
  file { '/srv/base': content => "level ${level}\n" }
  @file { '/srv/base-virtual': content => "b\n", group => 'adm' }
}
class base::special inherits base {
  File['/srv/base'] { content => "special ${base::level}\n" }
  File<| title == '/srv/base-virtual' |>
}
class { 'base': level => 2 }
include base::special
$defaults = { 'group' => 'adm', 'content' => "splat\n" }
file { '/srv/splat': * => $defaults }
file {
  default: * => { 'content' => "by default\n" };
  '/srv/default-1':;
  '/srv/default-2': content => "own\n";
}
