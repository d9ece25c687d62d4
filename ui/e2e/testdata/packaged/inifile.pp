# inifile: ini_setting and ini_subsetting in an existing file, and inifile::create_ini_settings.
file { '/srv/app.ini':
  replace => false,
  mode    => '0640',
  content => "top = 1\n; a comment\n[main]\nname=old\n  indented = yes\n#off = 1\n[java]\nargs = \"-Xmx512m -Dold=1\"\n[gone]\nx = 1\n",
}
ini_setting {
  default: path => '/srv/app.ini', require => File['/srv/app.ini'];
  'name': section => 'main', setting => 'name', value => 'new';
  'indented': section => 'main', setting => 'indented', value => 'no';
  'off': section => 'main', setting => 'off', value => '2';
  'new section': section => 'later', setting => 'a b', value => 'c d';
  'no section': section => '', setting => 'top', value => '2';
  'removed': ensure => absent, section => 'gone', setting => 'x';
}
ini_subsetting {
  default: path => '/srv/app.ini', section => 'java', setting => 'args', require => File['/srv/app.ini'];
  'heap': subsetting => '-Xmx', value => '1g';
  'added': subsetting => '-Dnew=', value => '2';
  'dropped': ensure => absent, subsetting => '-Dold';
}
$settings = {
  'one' => { 'k' => 'v', 'list' => 1 },
  'two' => { 'k' => { 'ensure' => 'absent' }, 'l' => { 'value' => 'w', 'key_val_separator' => ': ' } },
}
inifile::create_ini_settings($settings, { 'path' => '/srv/made.ini' })
