node default {
  include accounts
  include accounts::admins
}
