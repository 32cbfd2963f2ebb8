LINE=$(demo 'brokers[0].lineIds[10]')
api /lines/$LINE -X PATCH -H "$json" -H 'If-Match: "old"' -d '{"externalCode": "crm-1"}'
