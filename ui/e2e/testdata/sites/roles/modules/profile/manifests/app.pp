# The application, in several instances.
class profile::app (
  Hash[String, Hash] $instances,
  Sensitive[String] $password,
) {
  group { 'app': system => true, gid => 480 }
  user { 'app':
    system => true,
    uid    => 480,
    gid    => 'app',
    home   => '/srv/app',
    shell  => '/usr/sbin/nologin',
  }
  create_resources('profile::instance', $instances, { 'workers' => 2 })

  file { '/etc/app/password':
    content => $password,
    mode    => '0600',
    owner   => 'app',
  }
  # The instances of a test host may be read by all.
  File<| tag == 'instance' and title != '/srv/app' |> {
    mode => '0640',
  }
  Package<| tag == 'base' |> -> User['app']
}
