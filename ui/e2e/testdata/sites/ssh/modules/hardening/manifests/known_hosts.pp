# The keys of our hosts. Others are removed.
class hardening::known_hosts {
  resources { 'sshkey': purge => true }
  sshkey { 'git.example.com':
    type         => 'ssh-ed25519',
    key          => 'AAAAC3NzaC1lZDI1NTE5AAAAIGdpdGV4YW1wbGVjb21rZXlrZXlrZXlrZXlrZXlrZXk=',
    host_aliases => ['git', '10.0.0.5'],
  }
  sshkey { 'backup.example.com@ssh-rsa':
    key => 'AAAAB3NzaC1yc2EAAAADAQABAAABAQDbackup==',
  }
  sshkey { 'backup.example.com@ssh-ed25519':
    key => 'AAAAC3NzaC1lZDI1NTE5AAAAIGJhY2t1cGV4YW1wbGU=',
  }
  sshkey { 'gone.example.com':
    ensure => absent,
    type   => 'ssh-rsa',
  }
  file { '/etc/ssh/ssh_known_hosts':
    mode => '0644',
  }
}
