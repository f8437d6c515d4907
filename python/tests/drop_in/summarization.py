import bert_score
scorer = bert_score.BERTScorer(model_type=MODEL, num_layers=LAYERS, idf=False, nthreads=4, batch_size=64)
(precision, recall, f1), code = scorer.score(cands, refs, return_hash=True)
rows = [{"bert_score_precision": p.cpu().item(), "bert_score_recall": r.cpu().item(), "bert_score_f1": f.cpu().item()}
        for p, r, f in zip(precision, recall, f1)]
out = [list(row.values()) for row in rows]
