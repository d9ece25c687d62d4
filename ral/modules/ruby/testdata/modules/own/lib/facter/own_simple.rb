Facter.add(:own_simple) { setcode { 'yes' } }
