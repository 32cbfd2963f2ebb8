LINE=$(api /lines -X POST -H "$json" -d '{
  "customerId": "'$(demo 'brokers[0].holderIds[0]')'",
  "msisdn": {"reservationId": "'$ID'"},
  "sim": {"poolId": "'$(demo 'brokers[0].pools.sims')'"},
  "activate": true
}' | node -p 'JSON.parse(fs.readFileSync(0)).id')
