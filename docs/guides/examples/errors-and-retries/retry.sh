ORDER=$(api "/orders?resourceId=$LINE&limit=1" | node -p 'JSON.parse(fs.readFileSync(0)).items[0].id')
api /orders/$ORDER/retry -X POST > /dev/null
