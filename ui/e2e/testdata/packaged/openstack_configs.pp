# placement, tempest, ceph and heat: settings in the files of four modules.
file { ['/etc/placement', '/etc/ceph', '/etc/tempest', '/etc/heat']: ensure => directory }
file { '/etc/ceph/ceph.conf': replace => false, content => "[global]\nfsid = 1\n# kept\n[osd]\nold = 1\n" }
class { 'placement::config':
  placement_config => {
    'api/auth_strategy'             => { 'value' => 'keystone' },
    'placement_database/connection' => { 'value' => 'sqlite:///x', 'secret' => true },
  },
  require          => File['/etc/placement'],
}
Tempest_config { path => '/etc/tempest/tempest.conf', require => File['/etc/tempest'] }
tempest_config {
  'auth/admin_username': value => 'admin';
  'auth/admin_password': value => 'secret', secret => true;
  'compute/image_ref': ensure => absent;
}
ceph_config {
  default: require => File['/etc/ceph/ceph.conf'];
  'global/fsid': value => 'a7f64266';
  'global/mon_host': value => '192.0.2.1,192.0.2.2';
  'osd/old': ensure => absent;
  'osd/journal_size': value => 1024;
}
heat_config {
  default: require => File['/etc/heat'];
  'DEFAULT/stack_user_domain_name': value => 'heat';
  'trustee/password': value => 'secret', secret => true;
}
