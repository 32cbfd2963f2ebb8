api /orders/preview -X POST -H "$json" -d "{\"type\": \"LINE_RECONCILE\", \"lineId\": \"$LINE\"}"
