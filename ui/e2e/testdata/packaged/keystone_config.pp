# keystone: settings of keystone.conf with secrets, absent values and a purge.
file { '/etc/keystone': ensure => directory, mode => '0750' }
file { '/etc/keystone/keystone.conf':
  replace => false,
  mode    => '0640',
  content => "[DEFAULT]\n# kept\ndebug = True\nstray = 1\n\n[token]\nprovider = uuid\n[old]\nx = 1\n",
  before  => Keystone_config['DEFAULT/debug'],
}
Keystone_config { require => File['/etc/keystone/keystone.conf'] }
keystone_config {
  'DEFAULT/debug': value => false;
  'DEFAULT/admin_token': value => 'secret', secret => true;
  'DEFAULT/unset': value => '<SERVICE DEFAULT>';
  'DEFAULT/stray': ensure => absent;
  'token/provider': value => 'fernet';
  'token/expiration': value => 3600;
  'oslo_policy/policy_dirs': value => ['/etc/a', '/etc/b'];
  'database/connection': value => 'mysql://keystone:pw@192.0.2.1/keystone', secret => true;
  'old/x': ensure => absent;
  'old/y': value => ' spaces ';
}
