node default {
  include software
}
