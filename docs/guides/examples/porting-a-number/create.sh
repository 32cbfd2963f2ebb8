day() { node -p "new Date(Date.now() + $1 * 86400000).toISOString().slice(0, 10)"; }
PORT_IN=$(api /portability/port-ins -X POST -H "$json" -d '{
  "customerId": "'$(demo 'brokers[0].holderIds[0]')'",
  "msisdn": "+55219'$(node -p 'crypto.randomInt(10000000, 80000000)')'",
  "donor": "55321",
  "windowFrom": "'$(day 10)'T09:00:00-03:00",
  "windowUntil": "'$(day 10)'T12:00:00-03:00",
  "poolId": "'$(demo 'brokers[0].pools.numbers')'",
  "sim": {"poolId": "'$(demo 'brokers[0].pools.sims')'"},
  "activate": true
}' | node -p 'JSON.parse(fs.readFileSync(0)).id')
