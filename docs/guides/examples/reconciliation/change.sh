LINE=$(demo 'brokers[0].lineIds[9]')
MSISDN=$(api "/lines/$LINE" | node -p 'JSON.parse(fs.readFileSync(0)).msisdn')
curl -s "$(demo networkUrl)/subscribers?msisdn=${MSISDN#+}" |
  node -p 'JSON.stringify([{ ...JSON.parse(fs.readFileSync(0)), serviceState: "standby" }])' |
  curl -s -X PUT "$(demo networkUrl)/subscribers" -H "$json" -d @- > /dev/null
