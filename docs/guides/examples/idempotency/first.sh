KEY=$(node -p 'crypto.randomUUID()')
create() { api /holders -X POST -H "$json" -H "Idempotency-Key: $KEY" \
  -d '{"name": "'"$1"'", "federalTaxId": "52998224725"}'; }
FIRST=$(create 'Ana Souza')
