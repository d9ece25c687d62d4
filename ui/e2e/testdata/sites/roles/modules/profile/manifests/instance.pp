# One instance: configuration and a script that starts it.
define profile::instance (
  Integer[1024, 65535] $port,
  Integer $workers,
) {
  ensure_resource('file', '/srv/app', { 'ensure' => 'directory', 'owner' => 'app' })
  file {
    default:
      owner => 'app',
      group => 'app',
      tag   => 'instance';
    "/srv/app/${name}":
      ensure => directory;
    "/srv/app/${name}/app.conf":
      content => epp('profile/app.conf.epp', { 'name' => $name, 'port' => $port, 'workers' => $workers }),
      notify  => Exec["restart ${name}"];
    "/srv/app/${name}/LICENCE":
      source => 'puppet:///modules/profile/LICENCE';
  }
  exec { "restart ${name}":
    command     => "echo ${name} >>/srv/app/restarts",
    provider    => shell,
    refreshonly => true,
  }
}
