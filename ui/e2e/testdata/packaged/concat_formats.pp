# concat: the formats yaml, json, json-pretty, json-array and json-array-pretty.
concat { '/srv/app.yaml': format => 'yaml' }
concat { '/srv/app.json': format => 'json' }
concat { '/srv/pretty.json': format => 'json-pretty', mode => '0600' }
concat { '/srv/list.json': format => 'json-array' }
concat { '/srv/rows.json': format => 'json-array-pretty' }
concat { '/srv/forced.yaml': format => 'yaml', force => true }
$parts = {
  'server' => { 'server' => { 'port' => 8080, 'names' => ['a', 'b'], 'tls' => true } },
  'paths'  => { 'paths' => { 'data' => '/srv/data' }, 'server' => { 'note' => "it's" } },
}
$parts.each |$name, $part| {
  concat::fragment { "yaml ${name}": target => '/srv/app.yaml', content => stdlib::to_yaml($part) }
  ['app', 'pretty', 'list', 'rows'].each |$file| {
    concat::fragment { "${file} ${name}": target => "/srv/${file}.json", content => stdlib::to_json($part) }
  }
}
concat::fragment { 'forced 1': target => '/srv/forced.yaml', order => '1', content => "key: one\nother: 1\n" }
concat::fragment { 'forced 2': target => '/srv/forced.yaml', order => '2', content => "key: two\n" }
