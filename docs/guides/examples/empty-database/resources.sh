post "$KEY" "/inventory/pools/$NUMBERS/resources" '{"externalCode": "+5511987650001"}'
post "$KEY" "/inventory/pools/$SIMS/resources" \
  '{"externalCode": "8955990000000000017", "attributes": {"imsi": "724990000000001"}}'
