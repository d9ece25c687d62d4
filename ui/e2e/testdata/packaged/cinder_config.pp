# cinder: settings of cinder.conf and of the files of its api and its rootwrap.
file { ['/etc/cinder', '/etc/cinder/rootwrap.d']: ensure => directory, owner => 'root', group => 'adm', mode => '0750' }
-> class { 'cinder::config':
  cinder_config          => {
    'DEFAULT/enabled_backends' => { 'value' => 'lvm,nfs' },
    'DEFAULT/debug'            => { 'value' => true },
    'lvm/volume_driver'        => { 'value' => 'cinder.volume.drivers.lvm.LVMVolumeDriver' },
    'nfs/nfs_mount_options'    => { 'value' => ['rw', 'hard'] },
    'nfs/absent'               => { 'ensure' => 'absent' },
    'nfs/default'              => { 'value' => '<SERVICE DEFAULT>' },
    'nfs/san_password'         => { 'value' => 'secret', 'secret' => true },
  },
  api_paste_ini_config   => {
    'filter:authtoken/auth_uri' => { 'value' => 'http://192.0.2.1:5000/' },
    'pipeline:api/pipeline'     => { 'value' => 'cors faultwrap apiv3' },
  },
  cinder_rootwrap_config => { 'DEFAULT/filters_path' => { 'value' => '/etc/cinder/rootwrap.d' } },
}
exec { 'restart':
  command     => '/bin/echo restart >>/srv/restarts',
  provider    => shell,
  refreshonly => true,
  subscribe   => Anchor['cinder::service::end'],
}
