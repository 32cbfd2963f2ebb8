orders='"orderFilter":{"errorCode":["unknown-subscriber"],"superseded":false}'
api /bulk-operation-previews -X POST -H "$json" -d '{"operation":"retry",'$orders'}' > /dev/null
api /bulk-operations -X POST -H "$json" -d '{"operation":"retry",'$orders',"reason":"incident 4711"}' > /dev/null
