mkdir -p /etc/ssh /etc/fail2ban
printf '%s\n' '# a comment' 'gone.example.com ssh-rsa AAAAB3NzaC1yc2EAAAADgone==' \
  'git.example.com,git ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG9sZA==' 'stranger ssh-rsa AAAAB3NzaC1yc2EAAAADstranger==' >/etc/ssh/ssh_known_hosts
chmod 600 /etc/ssh/ssh_known_hosts
printf '%s\n' '[DEFAULT]' 'bantime = 10m' 'destemail = root@localhost' '' '[sshd]' 'port = ssh' >/etc/fail2ban/jail.local
echo primes >/etc/ssh/moduli
