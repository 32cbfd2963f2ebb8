LINE=$(demo 'brokers[0].lineIds[8]')
ORDER=$(api /lines/$LINE/block -X POST -D - -o "$(mktemp)" | sed -n 's/^location: \(\/orders\/[^[:space:]]*\).*/\1/ip')
