print("recto-worker")
