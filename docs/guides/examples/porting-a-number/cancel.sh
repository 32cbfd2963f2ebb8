api /portability/port-ins/$CONFLICT/cancel -X POST > /dev/null
