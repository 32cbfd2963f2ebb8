printf 'externalCode,location\n+5521990100001,RJ\n+5521990100002,RJ\n' |
  curl -s -X POST "$(demo baseUrl)/inventory/pools/$(demo 'brokers[0].pools.numbers')/resources/import" \
    -H "X-API-Key: $(demo operatorKey)" -H 'Content-Type: text/csv' --data-binary @-
