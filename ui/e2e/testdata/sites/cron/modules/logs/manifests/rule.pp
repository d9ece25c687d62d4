# One snippet.
define logs::rule (
  Array[String] $paths,
  Integer $keep = 7,
  Enum['daily', 'weekly', 'monthly'] $every = 'weekly',
  Boolean $compress = true,
) {
  file { "/etc/logrotate.d/${name}":
    ensure  => file,
    mode    => '0644',
    content => template('logs/rule.erb'),
  }
}
