node default {
  deploy::release { 'shop':
    version => '2.4.1',
    keep    => ['2.4.0'],
  }
  deploy::release { 'broken':
    version => '1.0.0',
    check   => '/bin/false',
  }
}
