# A host that runs the application.
class role::application {
  class { 'profile::prepare': stage => 'first' }
  contain profile::base
  contain profile::app
  include profile::monitoring

  Class['profile::base'] -> Class['profile::app']
}
