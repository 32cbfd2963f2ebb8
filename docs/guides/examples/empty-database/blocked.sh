post "$KEY" "/lines/$LINE/block" '{}'
becomes BLOCKED
get "$KEY" "/orders?resourceId=$LINE&limit=1" | member 'items[0].status'
