INVOICE=$(demo 'brokers[0].invoiceIds[1]')
api /invoices/$INVOICE/pay -X POST > /dev/null
