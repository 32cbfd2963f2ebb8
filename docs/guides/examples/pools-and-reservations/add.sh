api "/inventory/pools/$(demo 'brokers[0].pools.numbers')/resources" -X POST -H "$json" \
  -d '{"externalCode": "+5521990100000"}'
