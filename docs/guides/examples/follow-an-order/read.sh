api $ORDER
