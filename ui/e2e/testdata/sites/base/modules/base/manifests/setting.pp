# One setting, in a file of its own.
define base::setting (
  Variant[Integer, String] $value,
  Integer $order = 50,
) {
  file { sprintf('/etc/sysctl.d/%02d-%s.conf', $order, $name):
    content => "${name} = ${value}\n",
  }
}
