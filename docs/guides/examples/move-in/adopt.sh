linework move-in adopt "$DIR" -o json
