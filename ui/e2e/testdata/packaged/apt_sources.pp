# apt: sources with their keys and pins, without an update, and a package of a local repository.
class { 'apt':
  proxy             => { 'host' => '192.0.2.1', 'port' => 3142, 'ensure' => 'file' },
  auth_conf_entries => [{ 'machine' => 'repo.example.org', 'login' => 'me', 'password' => 'secret' }],
  update            => { 'frequency' => 'reluctantly', 'loglevel' => 'debug' },
}
Exec<| title == 'apt_update' |> { command => '/bin/sh -c "echo update >>/srv/updates"' }
apt::keyring { 'example.asc': content => "the key of the example\n" }
apt::source { 'example':
  location      => 'http://repo.example.org/debian',
  release       => 'trixie',
  repos         => 'main extra',
  architecture  => 'amd64',
  keyring       => '/etc/apt/keyrings/example.asc',
  include       => { 'src' => true, 'deb' => true },
  pin           => 550,
  comment       => 'The example',
  notify_update => false,
}
apt::source { 'flat': location => 'http://flat.example.org', release => './', repos => '', allow_unsigned => true, notify_update => false }
apt::source { 'noisy': location => 'http://noisy.example.org', key => { 'name' => 'noisy.asc', 'content' => "noisy key\n" } }
apt::source { 'gone': ensure => absent, notify_update => false }
