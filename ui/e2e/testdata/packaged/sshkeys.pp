# sshkeys_core: known hosts and authorized keys, and the accounts that have them.
group { 'staffers': ensure => present, gid => 4000 }
user { 'ada': ensure => present, uid => 4001, gid => 'staffers', home => '/home/ada', managehome => true, shell => '/bin/sh' }
file { '/home/ada/.ssh': ensure => directory, owner => 'ada', group => 'staffers', mode => '0700' }
$key = 'AAAAC3NzaC1lZDI1NTE5AAAAIBv8sKuCW0ZVYEMeY0RVT7FCYLJkUOZwf1fVYzcoTRHz'
ssh_authorized_key { 'ada@laptop': user => 'ada', type => 'ssh-ed25519', key => $key }
ssh_authorized_key { 'deploy':
  user    => 'ada',
  type    => 'rsa',
  key     => 'AAAAB3NzaC1yc2EAAAADAQABAAAAgQC7',
  options => ['command="/bin/deploy \"x\""', 'no-pty', 'from="192.0.2.0/24"'],
}
ssh_authorized_key { 'elsewhere': user => 'ada', type => 'ed25519', key => $key, target => '/srv/keys/ada', require => File['/srv/keys'] }
file { '/srv/keys': ensure => directory, owner => 'ada' }
sshkey { 'db.example.org': type => 'ed25519', key => $key, host_aliases => ['192.0.2.10', 'db'] }
sshkey { 'db.example.org@ssh-rsa': key => 'AAAAB3NzaC1yc2EAAAADAQABAAAAgQC7' }
sshkey { 'own': name => 'own.example.org', type => 'ssh-rsa', key => 'AAAAB3NzaC1yc2EAAAADAQABAAAAgQC8', target => '/srv/known' }
