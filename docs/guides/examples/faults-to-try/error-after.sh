LINE=$(demo 'brokers[0].lineIds[14]')
curl -s -X POST "$(demo networkUrl)/faults" -H "$json" \
  -d '{"match":{"operation":"set-service-state"},"fault":"error-after","times":1}' > /dev/null
api /lines/$LINE/block -X POST > /dev/null
