# A person: the account, the home and the keys. Keys that are not listed are removed.
define accounts::person (
  Enum['present', 'absent'] $ensure = 'present',
  Optional[Integer] $uid = undef,
  Optional[String] $comment = undef,
  Array[String] $groups = [],
  String $shell = '/bin/bash',
  Optional[String] $password = undef,
  Optional[String] $expiry = undef,
  Hash[String, Hash] $keys = {},
) {
  if $ensure == 'absent' {
    user { $name:
      ensure     => absent,
      managehome => true,
    }
  } else {
    group { $name:
      gid => $uid,
    }
    user { $name:
      ensure         => present,
      uid            => $uid,
      gid            => $name,
      comment        => $comment,
      groups         => $groups,
      membership     => minimum,
      shell          => $shell,
      home           => "/home/${name}",
      managehome     => true,
      purge_ssh_keys => true,
      expiry         => $expiry,
      password       => $password ? { undef => undef, default => Sensitive($password) },
    }
    file { "/home/${name}/.bashrc":
      ensure  => file,
      owner   => $name,
      group   => $name,
      replace => false,
      content => "export EDITOR=vi\nPS1='\\u@\\h \\w \\$ '\n",
    }
    $keys.each |$label, $key| {
      ssh_authorized_key { $label:
        user    => $name,
        type    => $key['type'],
        key     => $key['key'],
        options => $key['options'],
      }
    }
  }
}
