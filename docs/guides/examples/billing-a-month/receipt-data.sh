api "/tax-receipts/$(demo 'brokers[0].taxReceiptIds.ACTIVE')"
