linework move-in compare "$DIR" -o json
