api "/lines?externalCode=L-999&limit=1"
