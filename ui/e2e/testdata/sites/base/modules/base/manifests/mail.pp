# Where mail for accounts of the system goes.
class base::mail {
  mailalias {
    default:
      ensure => present,
      notify => Exec['newaliases'];
    'root':
      recipient => ['ops@example.com', 'night@example.com'];
    'postmaster':
      recipient => 'root';
    'tickets':
      recipient => '|/usr/local/bin/ticket --queue=mail';
    'noise':
      ensure    => absent,
      recipient => undef;
  }
  exec { 'newaliases':
    command     => '/usr/bin/newaliases',
    refreshonly => true,
    require     => Package['postfix'],
  }
  package { 'postfix': }
}
