LINEWORK=http://127.0.0.1:3000
post() { curl -sS --fail-with-body -w '\n' -H "X-API-Key: $1" -H 'Content-Type: application/json' "$LINEWORK$2" \
  -d "$3"; }
get() { curl -sS --fail-with-body -w '\n' -H "X-API-Key: $1" "$LINEWORK$2"; }
member() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }
