# oslo: defined types that write settings with the type of another module.
file { '/etc/keystone': ensure => directory } -> Keystone_config<| |>
include openstacklib::defaults
oslo::db { 'keystone_config':
  connection              => 'sqlite:////var/lib/keystone/keystone.db',
  connection_recycle_time => 3600,
  max_retries             => -1,
  max_pool_size           => '10',
  manage_backend_package  => false,
}
oslo::log { 'keystone_config':
  debug              => true,
  log_dir            => '/var/log/keystone',
  use_syslog         => false,
  default_log_levels => { 'amqp' => 'WARN', 'boto' => 'ERROR' },
}
oslo::messaging::default { 'keystone_config': transport_url => 'rabbit://u:secret@192.0.2.1:5672/', rpc_response_timeout => 60 }
oslo::messaging::rabbit { 'keystone_config': heartbeat_timeout_threshold => 60, amqp_durable_queues => true }
oslo::cors { 'keystone_config': allowed_origin => ['http://a.example.org', 'http://b.example.org'], max_age => 3600 }
oslo::policy { 'keystone_config': policy_file => 'policy.yaml', enforce_scope => true }
oslo::middleware { 'keystone_config': enable_proxy_headers_parsing => true }
oslo::concurrency { 'keystone_config': lock_path => '/var/lock/keystone' }
