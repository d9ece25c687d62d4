# apt: configuration, pins and settings, without an update, and a package of a local repository.
include apt
apt::conf { 'norecommends': priority => '80', content => "APT::Install-Recommends \"false\";\n", notify_update => false }
apt::conf { 'proxy': content => "Acquire::http::Proxy \"http://192.0.2.1:3142\";", notify_update => false }
apt::setting { 'conf-plain': content => "APT::Periodic::Enable \"0\";\n", priority => 5, notify_update => false }
apt::setting { 'conf-gone': ensure => absent, content => 'x', notify_update => false }
apt::pin { 'backports': release => 'trixie-backports', priority => 200, explanation => 'only on demand' }
apt::pin { 'one package': packages => ['nginx', 'nginx-common'], version => '1.26*', priority => 1001 }
apt::pin { 'site': originator => 'Example', label => 'Site', priority => -10, packages => '*' }
apt::pin { 'mirror': packages => 'redis', origin => 'mirror.example.org', priority => 700, order => 20 }
