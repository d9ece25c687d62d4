printf '%s\n' '127.0.0.1	localhost' '# kept' '10.0.0.21 db1.example.com db1' '10.0.0.99 retired.example.com' '10.0.0.66 stranger' >/etc/hosts
printf '%s\n' '# disks' '/dev/vda1 / ext4 errors=remount-ro 0 1' '/dev/fd0 /mnt/floppy auto noauto 0 0' \
  'nfs.example.com:/export/data /srv/data nfs ro 0 0' >/etc/fstab
printf '%s\n' '# aliases' 'postmaster: root' 'root: old@example.com' 'noise: /dev/null' 'kept: someone' >/etc/aliases
mkdir -p /etc/sysctl.d /etc/modules-load.d /etc/update-motd.d/sub
echo dm_mod >/etc/modules-load.d/disk.conf
echo loop >/etc/modules-load.d/own.conf
echo 'echo hi' >/etc/update-motd.d/10-hi
chmod 755 /etc/update-motd.d/10-hi
