node default {
  include base::hosts
  include base::mounts
  include base::mail
  include base::kernel
  include base::motd
}
