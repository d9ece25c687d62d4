# systemd: settings of journald, logind and the accounting. Services only seem to run.
class { 'systemd':
  manage_journald   => true,
  journald_settings => {
    'Storage'      => 'persistent',
    'SystemMaxUse' => '200M',
    'Compress'     => { 'ensure' => 'absent' },
  },
  manage_logind     => true,
  logind_settings   => { 'HandlePowerKey' => 'ignore', 'KillUserProcesses' => 'no', 'KillExcludeUsers' => ['root', 'games'] },
  manage_accounting => true,
  accounting        => { 'DefaultCPUAccounting' => 'yes', 'DefaultTasksAccounting' => 'no' },
}
Service<| title == 'systemd-journald' or title == 'systemd-logind' |> {
  provider => base,
  status   => '/bin/true',
  restart  => '/bin/echo restarted >>/srv/restarts',
}
Exec<| title == 'systemctl-daemon-reload' |> { command => 'echo reload >>/srv/reloads', provider => shell }
