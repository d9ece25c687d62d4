mkdir -p /etc/monitoring
echo old >/etc/monitoring/target
