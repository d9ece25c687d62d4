File {
  owner => 'root',
  group => 'root',
}

stage { 'first': before => Stage['main'] }

node 'roles.example.com' {
  include role::application
}

node default {
  fail("no role for ${trusted['certname']}")
}
