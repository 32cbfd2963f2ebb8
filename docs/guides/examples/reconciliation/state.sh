api /reconciliation
