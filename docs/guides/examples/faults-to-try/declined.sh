METHOD=$(api /payment-methods -X POST -H "$json" \
  -d '{"customerId": "'$(demo 'brokers[0].holderIds[1]')'", "type": "CARD", "token": "tok_refused_'$RANDOM'"}' |
  node -p 'JSON.parse(fs.readFileSync(0)).id')
