KEY=$(post "$OPERATOR_KEY" /api-keys '{
  "name": "shop",
  "brokerId": "'"$BROKER"'",
  "scopes": ["lines:read", "lines:write", "orders:read", "holders:write", "inventory:read", "inventory:write",
    "keys:read", "keys:write"]
}' | member key)
