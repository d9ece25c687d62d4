# The type resources: hosts and crontabs that nobody declares are removed.
# before: printf '192.0.2.66 stray.example.org\n192.0.2.67 kept.example.org kept\n' >>/etc/hosts; echo '0 0 * * * /bin/stray' | crontab -
# Lines that need no change are kept byte for byte.
# differs: files: - /etc/hosts file 0644 0:0 > - |127.0.0.1 localhost
# differs: files: - /etc/hosts file 0644 0:0 > - |192.0.2.67 kept.example.org kept
# differs: files: - /etc/hosts file 0644 0:0 > + |127.0.0.1	localhost
# differs: files: - /etc/hosts file 0644 0:0 > + |192.0.2.67	kept.example.org	kept
resources { 'host': purge => true }
resources { 'cron': purge => true }
host { 'localhost': ip => '127.0.0.1' }
host { 'kept.example.org': ip => '192.0.2.67' }
cron { 'kept': command => '/bin/kept', minute => 1 }
