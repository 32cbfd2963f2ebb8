LINE=$(demo 'brokers[0].lineIds[7]')
api /lines/$LINE/block -X POST
