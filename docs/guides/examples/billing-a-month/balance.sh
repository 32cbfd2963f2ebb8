api "/lines/$(demo 'brokers[0].balance.lineId')/products/$(demo 'brokers[0].balance.productId')/balances"
