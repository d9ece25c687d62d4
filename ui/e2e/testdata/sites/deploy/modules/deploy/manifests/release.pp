# A release: its files, what lies beside them, and the link that makes it the current
# one once its check passes.
define deploy::release (
  String $version,
  Array[String] $keep = [],
  String $check = '/bin/true',
) {
  $base = "/srv/${name}"
  $here = "${base}/releases/${version}"

  file { [$base, "${base}/shared", "${base}/shared/log"]:
    ensure => directory,
    mode   => 'u=rwx,go=rx',
  }
  file { "${base}/releases":
    ensure       => directory,
    recurse      => true,
    recurselimit => 1,
    purge        => true,
    force        => true,
    ignore       => ['.keep', '*.lock'],
  }
  $keep.each |$old| {
    file { "${base}/releases/${old}": ensure => directory }
  }
  file { $here:
    ensure             => directory,
    source             => 'puppet:///modules/deploy/app',
    recurse            => remote,
    source_permissions => ignore,
    ignore             => '*.orig',
  }
  file { "${here}/config.ini":
    content      => epp('deploy/config.ini.epp', { 'version' => $version }),
    validate_cmd => '/bin/grep -q version %',
    replace      => true,
  }
  file { "${here}/log":
    ensure => link,
    target => '../../shared/log',
  }
  exec { "check ${name}":
    command => "${check} ${version}",
    unless  => "/usr/bin/test \"$(/usr/bin/readlink ${base}/current)\" = releases/${version}",
    provider => shell,
    require => [File[$here], File["${here}/config.ini"]],
  }
  -> file { "${base}/current":
    ensure => link,
    target => "releases/${version}",
  }
  ~> exec { "restart ${name}":
    command     => "/bin/echo ${version} >>${base}/shared/restarts",
    provider    => shell,
    refreshonly => true,
  }
  file { "${base}/maintenance":
    ensure  => absent,
    force   => true,
    recurse => true,
    require => File["${base}/current"],
  }
  file { "${base}/shared/uploads":
    ensure => directory,
    mode   => 'g+ws',
    group  => 'staff',
  }
  file { "${base}/README":
    ensure => file,
    source => 'file:///usr/share/common-licenses/BSD',
    links  => follow,
  }
}
