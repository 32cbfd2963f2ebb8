api /usage/records -X POST -H "$json" \
  -d '{"records": [{"recordId": "cdr-1", "lineId": "'$(demo 'brokers[0].balance.lineId')'",
    "type": "DATA", "amount": 25, "usedAt": "'$(date -u +%FT%TZ)'"}]}'
