sed -i '2s/^H-0,Customer 0,[0-9]*/H-0,Customer 0,11111111111/' "$DIR/holders.csv"
linework move-in check "$DIR" -o json
