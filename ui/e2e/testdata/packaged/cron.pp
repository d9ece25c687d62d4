# cron_core: jobs of two users with environments and special times.
# before: printf '# mine\n0 1 * * * /bin/stray\nMAILTO=x\n# Puppet Name: old\n5 5 * * * /bin/old\n' | crontab -
# before: printf '@daily /bin/games\n' | crontab -u games -
cron { 'backup': command => '/bin/backup --all', hour => 2, minute => [0, 30], user => 'root' }
cron { 'weekdays': command => '/bin/report', weekday => ['Monday', 'fri'], month => 'january', monthday => '1-5', hour => '*/2', minute => '15' }
cron { 'special': command => '/bin/start', special => 'reboot', environment => ['PATH=/bin', 'MAILTO=root@example.org'] }
cron { 'old': ensure => absent }
cron { 'of games': command => '/bin/play', user => 'games', minute => '*/10' }
cron { 'percent': command => 'date +\%F >/srv/day', target => 'games', user => 'games', hour => 4, minute => 4 }
