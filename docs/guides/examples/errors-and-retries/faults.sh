api /holders -X POST -H "$json" -d '{"name": "", "federalTaxId": "123"}'
