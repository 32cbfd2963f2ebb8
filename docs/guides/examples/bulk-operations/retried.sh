api /bulk-operations/$RETRY
