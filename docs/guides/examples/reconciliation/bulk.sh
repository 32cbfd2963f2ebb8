api "/lines?drift=missing&limit=1"
