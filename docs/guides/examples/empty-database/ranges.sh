post "$OPERATOR_KEY" /inventory/ranges \
  '{"brokerId": "'"$BROKER"'", "kind": "MSISDN", "from": "+5511987650000", "to": "+5511987659999"}'
post "$OPERATOR_KEY" /inventory/ranges \
  '{"brokerId": "'"$BROKER"'", "kind": "ICCID", "from": "8955990000000000000", "to": "8955990000000009999"}'
post "$OPERATOR_KEY" /inventory/ranges \
  '{"brokerId": "'"$BROKER"'", "kind": "IMSI", "from": "724990000000000", "to": "724990000000999"}'
