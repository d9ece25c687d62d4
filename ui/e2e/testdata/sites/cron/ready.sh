printf '%s\n' '# Puppet Name: old-job' '5 5 * * * /usr/bin/old' 'MAILTO=root' '# by hand' '1 1 * * * /usr/bin/by-hand' \
  '# Puppet Name: backup' '0 3 * * * /usr/local/sbin/backup' | crontab -
mkdir -p /var/spool/app/deep /var/crash /var/log/app
for f in a.tmp deep/b.tmp 12.pid x.pid keep.txt; do
  echo old >/var/spool/app/$f
  touch -d 2020-01-02 /var/spool/app/$f
done
echo new >/var/spool/app/new.tmp
head -c 3000 /dev/zero >/var/crash/core
echo small >/var/crash/note
