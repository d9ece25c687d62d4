mkdir -p /etc/nginx/sites-available /etc/nginx/sites-enabled /var/www/www.example.com/public/drafts
echo 'server { server_name old.example.com; }' >/etc/nginx/sites-available/old.example.com.conf
ln -s ../sites-available/old.example.com.conf /etc/nginx/sites-enabled/old.example.com.conf
ln -s ../sites-available/default /etc/nginx/sites-enabled/default
echo draft >/var/www/www.example.com/public/drafts/new.html
echo stale >/var/www/www.example.com/public/index.html
chmod 600 /var/www/www.example.com/public/index.html
