# What is shown at a login.
class base::motd {
  file { '/etc/motd':
    content => inline_epp("<%= \$greeting %>\nThis is a <%= \$facts['os']['name'] %> system.\n", { 'greeting' => 'Hello!' }),
  }
  file { '/etc/update-motd.d':
    ensure  => directory,
    recurse => true,
    mode    => '0644',
  }
  file { '/etc/issue':
    ensure  => present,
    content => 'no newline at the end',
  }
}
