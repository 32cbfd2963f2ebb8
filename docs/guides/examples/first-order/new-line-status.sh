api /lines/$NEW_LINE
