api $ORDER/attempts
