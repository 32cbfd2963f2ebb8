LINE=$(demo 'brokers[0].lineIds[15]')
curl -s -X POST "$(demo networkUrl)/faults" -H "$json" -d '{"fault":"unavailable","ms":1500}' > /dev/null
api /lines/$LINE/block -X POST > /dev/null
