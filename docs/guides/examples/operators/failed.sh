api /orders -G -d status=FAILED,ROLLBACK_FAILED,CANCEL_FAILED -d superseded=false -d sortBy=updatedAt -d limit=1
