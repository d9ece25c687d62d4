# What must be there before everything else.
class profile::prepare {
  file { '/etc/app':
    ensure => directory,
    mode   => '0750',
  }
  notify { 'preparing': withpath => true }
}
