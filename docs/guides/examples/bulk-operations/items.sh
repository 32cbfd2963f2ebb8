api "/bulk-operations/$BULK/items?limit=100"
