# Rotation of logs, a snippet for each.
class logs (
  Hash $rules = {
    'app'   => { 'paths' => ['/var/log/app/*.log', '/var/log/app/*.json'], 'keep' => 14, 'every' => 'daily' },
    'audit' => { 'paths' => ['/var/log/audit.log'], 'keep' => 52, 'every' => 'weekly', 'compress' => false },
  },
) {
  package { 'logrotate': ensure => latest }
  -> file { '/etc/logrotate.d':
    ensure => directory,
  }
  $rules.each |$name, $rule| {
    logs::rule { $name: * => $rule }
  }
  file_line { 'compress all':
    path  => '/etc/logrotate.conf',
    line  => 'compress',
    match => '^#?\s*compress\b',
  }
  file_line { 'keep eight':
    path    => '/etc/logrotate.conf',
    line    => 'rotate 8',
    match   => '^rotate ',
    require => Package['logrotate'],
  }
  Package['logrotate'] -> File_line['compress all']
}
