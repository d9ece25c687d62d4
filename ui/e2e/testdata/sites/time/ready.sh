apt-get -qq install ntp ntpdate >/dev/null
/etc/init.d/ntpdate start
rm -f /etc/localtime
echo local >/etc/localtime
echo Etc/UTC >/etc/timezone
chmod 600 /etc/timezone
