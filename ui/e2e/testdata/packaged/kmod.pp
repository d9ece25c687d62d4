# kmod: files of modprobe.d, which augeas edits. No module is loaded.
# before: printf '[main]\ninclude_legacy_facts = true\n' >/etc/puppet/puppet.conf
include kmod
kmod::blacklist { 'nouveau': }
kmod::alias { 'eth7': source => 'dummy' }
kmod::option { 'bond0': module => 'bonding', option => 'mode', value => 1, file => '/etc/modprobe.d/bonding.conf' }
kmod::option { 'bond1': module => 'bonding', option => 'miimon', value => '100', file => '/etc/modprobe.d/bonding.conf' }
kmod::install { 'usb_storage': }
kmod::install { 'cramfs': command => '/bin/false', file => '/etc/modprobe.d/off.conf' }
kmod::setting { 'soft': module => 'snd', category => 'options', option => 'index', value => 1, file => '/etc/modprobe.d/snd.conf' }
kmod::blacklist { 'gone': ensure => absent }
