# The type file and tidy: recursion, purges, links, sources, modes and backups.
# before: mkdir -p /srv/purged/stray /srv/tidy/deep /srv/source/sub; cd /srv
# before: touch purged/stray/x purged/keep.bak purged/old tidy/a.tmp tidy/b.txt tidy/deep/c.tmp; touch -d '3 days ago' tidy/*.tmp tidy/deep/*.tmp
# before: echo 1 >source/one; echo 2 >source/sub/two; echo 3 >source/skip~; touch source/old; chmod 600 source/one; ln -s one source/link
# Puppet makes a link with the user and the group of its owner, who may write there.
# differs: files: - /srv/copied/link link 5:60 -> one
# differs: files: + /srv/copied/link link 5:0 -> one
file { '/srv/purged': ensure => directory, recurse => true, purge => true, force => true, ignore => '*.bak' }
file { '/srv/purged/kept': content => "kept\n" }
file { '/srv/copied': ensure => directory, source => '/srv/source', recurse => true, ignore => ['*~'], mode => '0644', owner => 'games' }
file { '/srv/followed': ensure => directory, source => 'file:///srv/source', recurse => true, recurselimit => 1, links => follow, source_permissions => use }
file { '/srv/remote': ensure => directory, source => ['/srv/missing', '/srv/source'], recurse => remote, sourceselect => first }
file { '/srv/symbolic': content => "s\n", mode => 'u=rwx,g=rx,o-rwx' }
file { '/srv/link': ensure => '/srv/symbolic' }
file { '/srv/dir-link': ensure => link, target => 'source' }
file { '/srv/source/old': ensure => absent }
file { '/srv/checked': content => "valid\n", validate_cmd => '/bin/grep -q valid %', checksum => 'sha256' }
tidy { '/srv/tidy': recurse => true, matches => ['*.tmp'], age => '1d', rmdirs => false }
