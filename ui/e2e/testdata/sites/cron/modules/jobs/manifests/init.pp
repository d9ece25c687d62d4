# The jobs of a host, and what they need.
class jobs {
  Cron {
    user        => 'root',
    environment => ['MAILTO=ops@example.com'],
  }
  file { '/usr/local/sbin/backup':
    source => 'puppet:///modules/jobs/backup.sh',
    mode   => '0755',
  }
  cron { 'backup':
    command => '/usr/local/sbin/backup --all 2>&1 | logger -t backup',
    hour    => 3,
    minute  => 17,
    require => File['/usr/local/sbin/backup'],
  }
  cron { 'certificates':
    command     => 'test -x /usr/bin/certbot && /usr/bin/certbot -q renew',
    minute      => ['13', '43'],
    hour        => '*/12',
    weekday     => ['mon', 'thu'],
    environment => ['PATH=/usr/sbin:/usr/bin:/bin', 'MAILTO=tls@example.com'],
  }
  cron { 'quarterly report':
    command  => 'echo 100\% done',
    monthday => '1',
    month    => [1, 4, 7, 10],
    hour     => 6,
    minute   => 0,
  }
  cron { 'warm the cache':
    command     => '/usr/local/bin/warm',
    special     => 'reboot',
    user        => 'www-data',
    environment => [],
  }
  cron { 'old-job':
    ensure => absent,
  }
  file { '/etc/cron.d/metrics':
    content => "# m h dom mon dow user command\n*/5 * * * * nobody /usr/local/bin/metrics\n",
    mode    => '0644',
  }
  schedule { 'nightly':
    period      => weekly,
    periodmatch => distance,
  }
  exec { 'mark maintenance':
    command  => '/bin/echo begins >>/var/log/maintenance-marker',
    provider => shell,
    schedule => 'nightly',
  }
  tidy { '/var/spool/app':
    age     => '2w',
    recurse => true,
    matches => ['*.tmp', '[0-9]*.pid'],
    type    => mtime,
    rmdirs  => false,
  }
  tidy { '/var/crash':
    recurse => 1,
    size    => '1k',
    backup  => false,
  }
}
