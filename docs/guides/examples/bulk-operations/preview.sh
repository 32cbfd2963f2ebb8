LINE=$(demo 'brokers[0].lineIds[13]')
curl -s -X POST "$(demo networkUrl)/faults" -H "$json" \
  -d '{"match":{"operation":"set-service-state"},"fault":"refuse","code":"maintenance","times":1}' > /dev/null
api /lines/$LINE/block -X POST > /dev/null
until api "/orders?resourceId=$LINE&limit=1" | grep -q '"FAILED"'; do sleep 0.1; done
