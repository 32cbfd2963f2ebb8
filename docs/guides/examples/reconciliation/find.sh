until api "/drifts?lineId=$LINE&status=OPEN" | grep -q '"id"'; do sleep 1; done
api "/drifts?lineId=$LINE&status=OPEN"
