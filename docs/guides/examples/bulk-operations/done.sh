api /bulk-operations/$BULK
