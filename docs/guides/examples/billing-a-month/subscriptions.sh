api "/subscriptions?status=ACTIVE&limit=1"
