curl -s -X DELETE "$(demo networkUrl)/faults"
