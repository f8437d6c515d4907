from bert_score import BERTScorer
scorer = BERTScorer(model_type=MODEL, num_layers=LAYERS, idf=True, idf_sents=refs)
P, R, F = scorer.score(cands, refs)
assert scorer.idf and scorer.num_layers == LAYERS and scorer.model_type == MODEL
out = F.tolist()
