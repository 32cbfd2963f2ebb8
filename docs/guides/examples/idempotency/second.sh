SECOND=$(create 'Ana Souza')
node -p "JSON.stringify({ same: '$(echo "$FIRST" | node -p 'JSON.parse(fs.readFileSync(0)).id')' === '$(echo "$SECOND" | node -p 'JSON.parse(fs.readFileSync(0)).id')' })"
