# openstacklib: policies, the file of clouds, and policy-rc.d.
openstacklib::policy { '/srv/policy.yaml': file_mode => '0640', file_user => 'root', file_group => 'adm', purge_config => true }
openstacklib::policy { '/srv/empty.yaml': file_mode => '0600' }
openstacklib::clouds { '/srv/clouds.yaml':
  username     => 'admin',
  password     => 'secret',
  auth_url     => 'http://192.0.2.1:5000/v3',
  project_name => 'main',
  region_name  => 'here',
  interface    => 'internal',
  api_versions => { 'identity' => '3', 'compute' => '2.latest' },
}
class { 'openstacklib::policyrcd': services => ['nova-api', 'glance-api'] }
