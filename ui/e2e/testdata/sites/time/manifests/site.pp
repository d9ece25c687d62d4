node default {
  class { 'chrony':
    servers => ['ntp1.example.com', 'ntp2.example.com'],
    allow   => ['10.0.0.0/8'],
    key     => Sensitive('1 SHA1 HEX:9F4A2C1B'),
  }
  class { 'timezone':
    zone => 'Europe/Berlin',
  }
  package { 'ntp':
    ensure => purged,
    before => Class['chrony'],
  }
}
