// The room is furnished in a later commit.
