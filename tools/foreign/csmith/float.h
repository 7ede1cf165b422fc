// Programs with floats include it and use nothing of it.
