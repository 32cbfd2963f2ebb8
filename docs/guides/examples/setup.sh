demo() { node -p "require('./.local/demo.json').$1"; }
key=$(demo 'brokers[0].key') url=$(demo baseUrl)
api() { curl -s -H "X-API-Key: $key" "$url$1" "${@:2}"; }
json='Content-Type: application/json'
