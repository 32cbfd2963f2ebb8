DRIFT=$(api "/drifts?lineId=$LINE&status=OPEN" | node -p 'JSON.parse(fs.readFileSync(0)).items[0].id')
api "/drifts/$DRIFT/repair" -X POST > /dev/null
until api "/drifts/$DRIFT" | grep -q REPAIRED; do sleep 1; done
api "/drifts/$DRIFT"
