# vcsrepo: a bare repository, and clones of a local repository at a tag and at a branch.
# before: git config --system init.templateDir '' # its hooks are 3,000 lines
# What the code of a module writes while it reads is discarded.
# differs: rewritten: - /srv/branched/.git/FETCH_HEAD file 0644 0:0
# differs: rewritten: - /srv/branched/.git/FETCH_HEAD file 0644 0:0 > + |edba0d5baa0c522fe02f9cec944d920ae79a04ce		branch 'side' of /srv/origin
# differs: rewritten: - /srv/branched/.git/FETCH_HEAD file 0644 0:0 > + |627307a7cc4a9c59a0993a99f2f8c81398dcf9a0	not-for-merge	branch 'main' of /srv/origin
# differs: rewritten: - /srv/branched/.git/FETCH_HEAD file 0644 0:0 > + |edba0d5baa0c522fe02f9cec944d920ae79a04ce	not-for-merge	tag 'v1' of /srv/origin
# differs: rewritten: - /srv/branched/.git/FETCH_HEAD file 0644 0:0 > + |627307a7cc4a9c59a0993a99f2f8c81398dcf9a0	not-for-merge	tag 'v2' of /srv/origin
# differs: rewritten: - /srv/latest/.git/FETCH_HEAD file 0644 0:0
# differs: rewritten: - /srv/latest/.git/FETCH_HEAD file 0644 0:0 > + |627307a7cc4a9c59a0993a99f2f8c81398dcf9a0		branch 'main' of /srv/origin
# differs: rewritten: - /srv/latest/.git/FETCH_HEAD file 0644 0:0 > + |edba0d5baa0c522fe02f9cec944d920ae79a04ce	not-for-merge	branch 'side' of /srv/origin
# differs: rewritten: - /srv/latest/.git/FETCH_HEAD file 0644 0:0 > + |edba0d5baa0c522fe02f9cec944d920ae79a04ce	not-for-merge	tag 'v1' of /srv/origin
# differs: rewritten: - /srv/latest/.git/FETCH_HEAD file 0644 0:0 > + |627307a7cc4a9c59a0993a99f2f8c81398dcf9a0	not-for-merge	tag 'v2' of /srv/origin
# differs: rewritten: - /srv/tagged/.git/FETCH_HEAD file 0644 0:0
# differs: rewritten: - /srv/tagged/.git/FETCH_HEAD file 0644 0:0 > + |627307a7cc4a9c59a0993a99f2f8c81398dcf9a0	not-for-merge	branch 'main' of /srv/origin
# differs: rewritten: - /srv/tagged/.git/FETCH_HEAD file 0644 0:0 > + |edba0d5baa0c522fe02f9cec944d920ae79a04ce	not-for-merge	branch 'side' of /srv/origin
# differs: rewritten: - /srv/tagged/.git/FETCH_HEAD file 0644 0:0 > + |edba0d5baa0c522fe02f9cec944d920ae79a04ce	not-for-merge	tag 'v1' of /srv/origin
# differs: rewritten: - /srv/tagged/.git/FETCH_HEAD file 0644 0:0 > + |627307a7cc4a9c59a0993a99f2f8c81398dcf9a0	not-for-merge	tag 'v2' of /srv/origin
exec { 'origin':
  command     => 'git init -q -b main /srv/origin; cd /srv/origin
    for n in 1 2; do echo $n >file; git add file; git commit -qm "change $n"; git tag v$n; done; git branch side v1',
  provider    => shell,
  creates     => '/srv/origin/.git',
  environment => [
    'GIT_AUTHOR_NAME=a', 'GIT_AUTHOR_EMAIL=a@example.org', 'GIT_AUTHOR_DATE=1700000000 +0000',
    'GIT_COMMITTER_NAME=a', 'GIT_COMMITTER_EMAIL=a@example.org', 'GIT_COMMITTER_DATE=1700000000 +0000',
  ],
}
Vcsrepo { provider => git, require => Exec['origin'] }
vcsrepo { '/srv/empty': ensure => bare }
vcsrepo { '/srv/tagged': ensure => present, source => '/srv/origin', revision => 'v1' }
vcsrepo { '/srv/branched': ensure => present, source => '/srv/origin', revision => 'side' }
vcsrepo { '/srv/latest': ensure => latest, source => '/srv/origin', revision => 'main' }
vcsrepo { '/srv/two': ensure => present, source => { 'origin' => '/srv/origin', 'other' => '/srv/tagged' }, remote => 'origin', require => Vcsrepo['/srv/tagged'] }
