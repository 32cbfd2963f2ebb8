SECOND=$(create 'Ana Souza')
idOf() { node -p 'JSON.parse(fs.readFileSync(0)).id'; }
node -p "JSON.stringify({ same: '$(echo "$FIRST" | idOf)' === '$(echo "$SECOND" | idOf)' })"
