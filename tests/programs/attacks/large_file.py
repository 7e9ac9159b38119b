open(TMP + '/large', 'wb').write(b'x' * (30 << 20))
