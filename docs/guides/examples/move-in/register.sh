curl -s -X PUT "$(demo networkUrl)/subscribers" -H "$json" -d @"$DIR/register.json" > /dev/null
