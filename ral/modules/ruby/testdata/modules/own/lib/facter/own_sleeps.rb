# It would sleep for an hour; Facter waits a second for it.
Facter.add(:own_sleeps, timeout: 1) do
  setcode do
    sleep 3600
    'awake'
  end
end
