mod labelled_pairs;
