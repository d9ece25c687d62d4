# People are declared virtually, and a host realises those whom it needs.
class accounts (
  Hash $people,
  Hash[String, Integer] $groups,
) {
  $groups.each |$name, $gid| {
    group { $name:
      ensure => present,
      gid    => $gid,
    }
  }
  group { 'games-night':
    ensure => absent,
  }
  $people.each |$name, $is| {
    @accounts::person { $name:
      * => $is - 'tags',
      tag => $is['tags'],
    }
  }
  Accounts::Person<| tag == 'ops' or title == 'mallory' |>

  user { 'backup-agent':
    ensure         => present,
    system         => true,
    uid            => 498,
    gid            => 'readers',
    home           => '/var/lib/backup-agent',
    shell          => '/usr/sbin/nologin',
    password       => '!',
    managehome     => false,
    purge_ssh_keys => false,
  }
  user { 'games':
    shell   => '/usr/sbin/nologin',
    comment => 'no games here',
  }
}
