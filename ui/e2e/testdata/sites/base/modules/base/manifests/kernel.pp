# Settings and modules of the kernel, as files that are read at boot.
class base::kernel (
  Hash[String, Variant[Integer, String]] $settings = {
    'net.ipv4.ip_forward'          => 0,
    'net.ipv4.tcp_syncookies'      => 1,
    'kernel.core_pattern'          => '|/bin/false',
    'net.ipv4.ip_local_port_range' => '32768 60999',
  },
) {
  $settings.keys.sort.each |$index, $name| {
    base::setting { $name:
      value => $settings[$name],
      order => $index * 10,
    }
  }
  file { '/etc/modules-load.d':
    ensure       => directory,
    source       => 'puppet:///modules/base/modules-load.d',
    recurse      => remote,
    sourceselect => first,
  }
  exec { 'reload settings':
    command     => "cat /etc/sysctl.d/*.conf >/run/settings-in-use",
    provider    => shell,
    refreshonly => true,
  }
  Base::Setting<| |> ~> Exec['reload settings']
}
