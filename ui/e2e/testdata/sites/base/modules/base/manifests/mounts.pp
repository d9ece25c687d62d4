# What is mounted at the next boot.
class base::mounts {
  file { ['/srv/data', '/srv/scratch']:
    ensure => directory,
  }
  mount { '/srv/data':
    ensure  => present,
    device  => 'nfs.example.com:/export/data',
    fstype  => 'nfs',
    options => 'rw,hard,_netdev',
    require => File['/srv/data'],
  }
  mount { '/srv/scratch':
    ensure   => defined,
    device   => 'tmpfs',
    fstype   => 'tmpfs',
    options  => 'size=64m,nosuid,nodev',
    atboot   => true,
    remounts => false,
    dump     => '0',
    pass     => 0,
  }
  mount { '/mnt/floppy':
    ensure => absent,
  }
}
