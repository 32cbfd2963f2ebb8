linework move-in balance "$DIR" > /dev/null; cat "$DIR/balance.csv"
