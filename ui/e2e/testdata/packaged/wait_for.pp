# wait_for: the exit status and the output of commands, and a time, after a change.
exec { 'counter':
  command => '/bin/sh -c "echo 0 >/srv/count"',
  creates => '/srv/count',
}
wait_for { 'echo x >>/srv/count; test $(wc -l </srv/count) -ge 3':
  exit_code         => 0,
  polling_frequency => 0.1,
  max_retries       => 9,
  require           => Exec['counter'],
}
wait_for { 'the text':
  query             => 'cat /srv/count',
  regex             => '^x',
  polling_frequency => 0.1,
  max_retries       => 3,
  require           => Wait_for['echo x >>/srv/count; test $(wc -l </srv/count) -ge 3'],
}
wait_for { 'a moment': seconds => 0.1 }
file { '/srv/after': content => "after\n", require => Wait_for['the text'] }
