# inifile: separators, indents, prefixes of sections, quotes, and refreshonly.
ini_setting {
  default: ensure => present;
  'colon': path => '/srv/colon', section => 's', setting => 'k', value => 'v', key_val_separator => ':';
  'angle': path => '/srv/angle', section => 'of', setting => 'k', value => 'v', section_prefix => '<', section_suffix => '>';
  'tabs': path => '/srv/tabs', section => 's', setting => 'k', value => 'v', indent_char => "\t", indent_width => 2;
  'forced': path => '/srv/forced', section => 's', setting => 'k', value => 'v', force_new_section_creation => true;
  'number': path => '/srv/number', section => 's', setting => 'n', value => 12;
  'bool': path => '/srv/number', section => 's', setting => 'b', value => true;
  'empty': path => '/srv/number', section => 's', setting => 'e', value => '';
  'hidden': path => '/srv/number', section => 's', setting => 'h', value => 'x', show_diff => false;
}
ini_setting { 'refreshed':
  path        => '/srv/refreshed',
  section     => 's',
  setting     => 'k',
  value       => 'after a change',
  refreshonly => true,
  subscribe   => Ini_setting['colon'],
}
ini_subsetting {
  default: path => '/srv/sub', section => 's', setting => 'list', subsetting_separator => ',';
  'one': subsetting => 'one', value => '=1';
  'two': subsetting => 'two', value => '', insert_type => 'start';
  'three': subsetting => 'three', value => '=3', insert_type => 'after', insert_value => 'two', require => Ini_subsetting['two'];
}
