cut -d, -f2-7 "$DIR/findings.csv"
