KEY=$(node -p 'crypto.randomUUID()')
create() { api /holders -X POST -H "$json" -H "Idempotency-Key: $KEY" \
  -d '{"name": "'"$1"'", "federalTaxId": "98765432100"}'; }
FIRST=$(create 'Ana Souza')
