api /invoices/$INVOICE
