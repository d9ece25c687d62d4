mkdir -p /srv/shop/releases/2.4.0/lib /srv/shop/releases/2.3.9 /srv/shop/shared /srv/shop/maintenance/page /srv/shop/shared/uploads
echo old >/srv/shop/releases/2.3.9/file
echo old >/srv/shop/releases/2.4.0/lib/one.txt
touch /srv/shop/releases/.keep /srv/shop/releases/running.lock
ln -s releases/2.4.0 /srv/shop/current
echo down >/srv/shop/maintenance/page/index.html
chmod 700 /srv/shop/shared
