node default {
  # Jobs of root that nobody declares go away.
  resources { 'cron':
    purge => true,
  }
  include jobs
  include logs
}
