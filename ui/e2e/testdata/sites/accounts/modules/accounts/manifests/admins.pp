# Who may become root, and for what.
class accounts::admins (
  Hash[String, String] $sudoers = {},
) {
  package { 'sudo': ensure => present }
  file { '/etc/sudoers.d':
    ensure  => directory,
    mode    => '0750',
    purge   => true,
    recurse => true,
    require => Package['sudo'],
  }
  $sudoers.each |$group, $rule| {
    file { "/etc/sudoers.d/10-${group}":
      content      => "%${group} ${rule}\n",
      mode         => '0440',
      validate_cmd => '/usr/sbin/visudo -cf %',
    }
  }
}
