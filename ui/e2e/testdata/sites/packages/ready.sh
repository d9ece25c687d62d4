apt-get -qq install telnet rsh-client vim-tiny htop=3.0.5-7 nodejs=16.0.0-1 kernel-tools curl >/dev/null
