node default {
  include hardening::ssh
  include hardening::known_hosts
  include hardening::jails
}
