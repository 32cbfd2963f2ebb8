api /portability/port-ins/$CONFLICT
