api /lines/$LINE
