api /unanswered-calls
