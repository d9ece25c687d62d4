# stdlib: functions that declare resources, types of data, and stages.
# Lines that no resource declares are kept byte for byte.
# differs: files: - /etc/hosts file 0644 0:0 > - |127.0.0.1 localhost
# differs: files: - /etc/hosts file 0644 0:0 > - |127.0.1.1 sample
# differs: files: - /etc/hosts file 0644 0:0 > + |127.0.0.1	localhost
# differs: files: - /etc/hosts file 0644 0:0 > + |127.0.1.1	sample
include stdlib
ensure_resource('file', '/srv/one', { 'ensure' => 'file', 'content' => "1\n" })
ensure_resource('file', '/srv/one', { 'ensure' => 'file', 'content' => "1\n" })
ensure_resource('file', ['/srv/two', '/srv/three'], { 'ensure' => 'directory', 'mode' => '0700' })
ensure_resources('host', { 'a.example.org' => { 'ip' => '192.0.2.1' }, 'b.example.org' => { 'ip' => '192.0.2.2' } }, { 'ensure' => 'present' })
create_resources('file', { '/srv/two/link' => { 'ensure' => 'link', 'target' => '../one' } }, { 'require' => File['/srv/two'] })
if defined_with_params(File['/srv/one'], { 'content' => "1\n" }) {
  file { '/srv/defined': content => getparam(File['/srv/one'], 'ensure') }
}
define site(Stdlib::Absolutepath $path = "/srv/site-${title}", Stdlib::Port $port = 80, Stdlib::Filemode $mode = '0644',
Stdlib::HTTPUrl $url = 'http://example.org/', Stdlib::IP::Address $address = '192.0.2.1') {
  file { $path: content => "${title} ${port} ${url} ${address}\n", mode => $mode }
}
site { 'plain': }
site { 'other': port => 8443, mode => '0600', address => '2001:db8::1', url => 'https://example.org/x' }
class early { file { '/srv/early': content => "early\n" } }
class late { exec { 'late': command => '/bin/cp /srv/early /srv/late', creates => '/srv/late' } }
class { 'early': stage => 'setup' }
class { 'late': stage => 'deploy' }
