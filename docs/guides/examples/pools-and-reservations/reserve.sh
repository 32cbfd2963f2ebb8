RESERVATION=$(api /inventory/reservations -X POST -H "$json" -d '{"poolId": "'$(demo 'brokers[0].pools.numbers')'", "quantity": 2, "reservationTTL": 900}')
NUMBERS=$(echo "$RESERVATION" | node -p 'JSON.parse(fs.readFileSync(0)).resourceIds.join(" ")')
