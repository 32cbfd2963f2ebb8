HOLDER=$(post "$KEY" /holders '{"name": "Ana Souza", "federalTaxId": "52998224725"}' | member id)
LINE=$(post "$KEY" /lines '{
  "customerId": "'"$HOLDER"'",
  "msisdn": {"poolId": "'"$NUMBERS"'"},
  "sim": {"poolId": "'"$SIMS"'"},
  "activate": true
}' | member id)
