mkdir -p /var/lib/postgresql/13/main
echo 13 >/var/lib/postgresql/13/main/PG_VERSION
