curl -s -D - -o /dev/null -H "X-API-Key: $key" "$url/lines?limit=1" | grep -i '^ratelimit' > /dev/null
api "/lines?limit=101"
