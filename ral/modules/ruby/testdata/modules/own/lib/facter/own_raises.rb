Facter.add(:own_raises) { setcode { raise 'own_raises: no' } }
