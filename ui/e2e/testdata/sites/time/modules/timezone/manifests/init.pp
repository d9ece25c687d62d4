# The zone of the clock on the wall.
class timezone (
  String $zone = 'Etc/UTC',
) {
  file { '/etc/timezone':
    content => "${zone}\n",
  }
  file { '/etc/localtime':
    ensure => link,
    target => "/usr/share/zoneinfo/${zone}",
  }
  file { '/etc/adjtime':
    ensure  => file,
    replace => 'no',
    content => "0.0 0 0.0\n0\nUTC\n",
  }
}
