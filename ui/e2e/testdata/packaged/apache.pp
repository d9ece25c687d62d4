# apache: a package of a local repository, modules, virtual hosts and a directory.
class { 'apache':
  service_manage => false,
  default_vhost  => false,
  mpm_module     => 'event',
  serveradmin    => 'admin@example.org',
  servername     => 'sample.example.org',
  log_formats    => { 'short' => '%h %s' },
}
include apache::mod::rewrite
class { 'apache::mod::status': requires => 'ip 192.0.2.0/24' }
file { '/srv/www': ensure => directory }
apache::vhost { 'www.example.org':
  port           => 80,
  docroot        => '/srv/www/main',
  docroot_owner  => 'www-data',
  serveraliases  => ['example.org'],
  directories    => [{ 'path' => '/srv/www/main', 'options' => ['Indexes'], 'allow_override' => ['None'] }],
  aliases        => [{ 'alias' => '/icons', 'path' => '/srv/www/icons' }],
  rewrites       => [{ 'comment' => 'to the front', 'rewrite_rule' => ['^/old$ /new [R]'] }],
  headers        => ['set X-Sample 1'],
}
apache::vhost { 'proxy.example.org': port => 8080, docroot => false, manage_docroot => false, proxy_pass => [{ 'path' => '/', 'url' => 'http://192.0.2.9/' }] }
apache::custom_config { 'extra': content => "# extra\n", verify_config => false }
