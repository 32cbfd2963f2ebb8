LINES=$(demo 'brokers[0].lineIds.slice(11, 13).map((id) => `"${id}"`).join()')
BULK=$(api /bulk-operations -X POST -H "$json" \
  -d '{"operation": "block", "lineIds": ['"$LINES"'], "reason": "Unpaid invoices of October"}' |
  node -p 'JSON.parse(fs.readFileSync(0)).id')
