link() { curl -s -D - -o /dev/null -H "X-API-Key: $key" "$url$1" | grep -i '^link:'; }
NEXT=$(link '/lines?limit=2' | sed 's/^[^<]*<\([^>]*\)>; rel="next".*/\1/')
node -p "JSON.stringify({ hasCursor: new URL('$NEXT', '$url').searchParams.has('cursor') })"
