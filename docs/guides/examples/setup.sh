demo() { node -p "require('./.local/demo.json').$1"; }
api() { curl -s -H "X-API-Key: $(demo 'brokers[0].key')" "$(demo baseUrl)$1" "${@:2}"; }
json='Content-Type: application/json'
