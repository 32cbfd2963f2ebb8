api /holders -X POST -H "$json" -d '{"name": "Caio Teste", "federalTaxId": "39053344705"}'
