useradd -m -u 2666 mallory
useradd -m -u 2001 -s /bin/sh -c Ada -U ada
mkdir -m 700 /home/ada/.ssh
printf '%s\n' '# by hand' 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDstranger== mallory@home' \
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG9sZGtleQ== ada@laptop' >/home/ada/.ssh/authorized_keys
chown -R ada: /home/ada/.ssh
groupadd games-night
mkdir -p /etc/sudoers.d
echo 'mallory ALL=(ALL) ALL' >/etc/sudoers.d/mallory
