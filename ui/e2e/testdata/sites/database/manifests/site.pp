node default {
  class { 'postgres':
    databases => {
      'shop'  => { 'owner' => 'shop', 'schema' => 'shop.sql' },
      'stats' => { 'owner' => 'reader' },
    },
  }
  postgres::setting { 'max_connections': value => 200 }
  postgres::setting { 'shared_buffers': value => '256MB' }
}
