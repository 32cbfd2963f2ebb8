RETRY=$(api /bulk-operations -X POST -H "$json" \
  -d '{"operation": "retry", "orderFilter": {"errorCode": ["maintenance"], "superseded": false},
    "reason": "The maintenance is over"}' |
  node -p 'JSON.parse(fs.readFileSync(0)).id')
