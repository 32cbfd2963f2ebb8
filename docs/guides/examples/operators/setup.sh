demo() { node -p "require('./.local/demo.json').$1"; }
key=$(demo operatorKey) url=$(demo baseUrl)
api() { curl -s -H "X-API-Key: $key" "$url$1" "${@:2}"; }
json='Content-Type: application/json'
