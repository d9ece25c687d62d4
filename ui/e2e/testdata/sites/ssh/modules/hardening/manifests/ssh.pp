# Logins by key only.
class hardening::ssh (
  Hash[String, String] $settings = {
    'PermitRootLogin'        => 'prohibit-password',
    'PasswordAuthentication' => 'no',
    'X11Forwarding'          => 'no',
    'MaxAuthTries'           => '3',
  },
) {
  package { 'openssh-server': ensure => present }

  $settings.each |$name, $value| {
    file_line { "sshd ${name}":
      path    => '/etc/ssh/sshd_config',
      line    => "${name} ${value}",
      match   => "^#?\\s*${name}\\s",
      require => Package['openssh-server'],
      notify  => Exec['sshd -t'],
    }
  }
  file_line { 'no old protocol':
    ensure            => absent,
    path              => '/etc/ssh/sshd_config',
    match             => '^Protocol ',
    match_for_absence => true,
    multiple          => true,
    require           => Package['openssh-server'],
  }
  file_line { 'banner':
    path    => '/etc/ssh/sshd_config',
    line    => 'Banner /etc/issue.net',
    after   => '^Port ',
    require => Package['openssh-server'],
    notify  => Exec['sshd -t'],
  }
  augeas { 'sshd allows groups':
    context => '/files/etc/ssh/sshd_config',
    changes => [
      'set AllowGroups/1 staff',
      'set AllowGroups/2 deploy',
      'set ClientAliveInterval 300',
      'rm PrintMotd',
    ],
    require => Package['openssh-server'],
    notify  => Exec['sshd -t'],
  }
  augeas { 'no password over the network':
    context => '/files/etc/ssh/sshd_config',
    changes => 'set PermitEmptyPasswords no',
    onlyif  => 'match PermitEmptyPasswords[. = "yes"] size > 0',
    require => Package['openssh-server'],
  }
  file { '/etc/issue.net':
    source => 'puppet:///modules/hardening/issue.net',
    mode   => 'a=r,u+w',
  }
  file { '/etc/ssh/moduli':
    ensure => absent,
    backup => false,
  }
  exec { 'sshd -t':
    path        => $facts['path'] ? { default => '/usr/sbin:/usr/bin:/sbin:/bin' },
    refreshonly => true,
    before      => Service['ssh'],
    notify      => Service['ssh'],
  }
  service { 'ssh':
    ensure  => running,
    enable  => true,
    require => Package['openssh-server'],
  }
}
