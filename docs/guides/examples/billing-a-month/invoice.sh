api /invoices/$(demo 'brokers[0].invoiceIds[1]')
