CONFLICT=$(api /portability/port-ins -X POST -H "$json" -d '{
  "customerId": "'$(demo 'brokers[0].holderIds[0]')'",
  "msisdn": "+552198'$(node -p 'crypto.randomInt(100, 999)')'9901",
  "donor": "55321",
  "windowFrom": "'$(day 10)'T09:00:00-03:00",
  "windowUntil": "'$(day 10)'T12:00:00-03:00",
  "poolId": "'$(demo 'brokers[0].pools.numbers')'",
  "sim": {"poolId": "'$(demo 'brokers[0].pools.sims')'"}
}' | node -p 'JSON.parse(fs.readFileSync(0)).id')
