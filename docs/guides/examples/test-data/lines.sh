api "/lines?status=ACTIVE&limit=1"
