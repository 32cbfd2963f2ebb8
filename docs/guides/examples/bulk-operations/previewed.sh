api /bulk-operation-previews -X POST -H "$json" \
  -d '{"operation": "retry", "orderFilter": {"errorCode": ["maintenance"], "superseded": false}}'
