# A database, its role and what is in it at first.
define postgres::database (
  String $owner,
  Optional[String] $schema = undef,
) {
  Exec {
    path    => '/usr/local/bin:/usr/bin:/bin',
    user    => 'postgres',
    cwd     => '/',
    require => Service['postgresql'],
  }
  ensure_resource('exec', "createuser ${owner}", { 'unless' => "psql -l roles | grep -qx ${owner}" })
  exec { "create ${title}":
    command => "createdb -O ${owner} ${title}",
    unless  => "psql -l databases | grep -qx '${title} ${owner}'",
    require => Exec["createuser ${owner}"],
  }
  if $schema {
    file { "/var/lib/postgresql/${schema}":
      source => "puppet:///modules/postgres/${schema}",
      owner  => 'postgres',
      mode   => '0400',
    }
    ~> exec { "load ${title}":
      command     => "psql ${title} <'/var/lib/postgresql/${schema}'",
      provider    => shell,
      refreshonly => true,
      require     => Exec["create ${title}"],
      logoutput   => on_failure,
    }
  }
}
