create 'Bruno Lima' # -X POST
