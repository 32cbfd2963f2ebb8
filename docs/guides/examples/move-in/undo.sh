linework move-in undo "$DIR" -o json
