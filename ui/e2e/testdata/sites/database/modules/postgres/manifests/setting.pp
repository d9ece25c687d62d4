# A line of postgresql.conf.
define postgres::setting (
  Variant[String, Integer] $value,
) {
  ini_setting { "postgresql ${name}":
    path    => "${postgres::data}/postgresql.conf",
    section => '',
    setting => $name,
    value   => $value,
    require => Exec['initdb'],
    notify  => Service['postgresql'],
  }
}
