RESERVATION=$(api /inventory/reservations -X POST -H "$json" \
  -d '{"poolId": "'$(demo 'brokers[0].pools.numbers')'", "quantity": 1, "reservationTTL": 900}')
NUMBER=$(echo "$RESERVATION" | node -p 'JSON.parse(fs.readFileSync(0)).resourceIds[0]')
ID=$(echo "$RESERVATION" | node -p 'JSON.parse(fs.readFileSync(0)).id')
