api "/tax-receipts/$(demo 'brokers[0].taxReceiptIds.ACTIVE')/document" -H 'Accept: application/pdf' -o "$(mktemp)"
