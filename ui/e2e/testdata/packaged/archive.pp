# archive: local archives with checksums, extracted with and without cleanup.
exec { 'make archives':
  command  => 'mkdir -p /srv/in/app/bin; echo run >/srv/in/app/bin/run; echo doc >/srv/in/app/README; chmod 755 /srv/in/app/bin/run
    tar -C /srv/in --sort=name --mtime=@0 --owner=0 --group=0 -cf /srv/app.tar app; gzip -nk /srv/app.tar',
  provider => shell,
  creates  => '/srv/app.tar.gz',
}
file { ['/srv/kept', '/srv/tidy', '/srv/flat']: ensure => directory, owner => 'games', before => Archive['/srv/kept.tar', '/srv/tidy.tar.gz', '/srv/flat.tar'] }
Archive { require => Exec['make archives'], extract => true }
archive { '/srv/kept.tar':
  source       => '/srv/app.tar',
  extract_path => '/srv/kept',
  creates      => '/srv/kept/app/README',
  cleanup      => false,
}
archive { '/srv/tidy.tar.gz':
  source       => 'file:///srv/app.tar.gz',
  extract_path => '/srv/tidy',
  creates      => '/srv/tidy/app/bin/run',
  user         => 'games',
}
archive { '/srv/flat.tar':
  source          => '/srv/app.tar',
  extract_path    => '/srv/flat',
  extract_command => 'tar xf %s --strip-components=1',
  creates         => '/srv/flat/README',
}
archive { '/srv/copied': source => '/srv/app.tar', extract => false, cleanup => false }
