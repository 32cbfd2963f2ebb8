api "/orders?resourceId=$LINE&limit=1"
