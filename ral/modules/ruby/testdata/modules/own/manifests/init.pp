# A class, so that the module is one as Puppet makes them.
class own {
  own_setting { 'class':
    mode => 'on',
  }
}
