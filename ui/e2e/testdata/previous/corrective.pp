# Somebody changed web1 since run 1 set it.
host { 'web1.example.com': ip => '192.0.2.10' }
