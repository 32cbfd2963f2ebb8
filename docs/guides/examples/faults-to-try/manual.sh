curl -s "$(demo networkUrl)/" > /dev/null
curl -s "$(demo partnersUrl)/" > /dev/null
