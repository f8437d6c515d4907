import bert_score
(P, R, F), hash_code = bert_score.score(cands, refs, model_type=MODEL, num_layers=LAYERS, return_hash=True)
avg = [s.mean(dim=0) for s in (P, R, F)]
print(f"{hash_code}: P: {avg[0]:.6f} R: {avg[1]:.6f} F1: {avg[2]:.6f}")
out = [a.item() for a in avg]
