from bert_score import score
P, R, F1 = score(cands, refs, model_type=MODEL, num_layers=LAYERS, verbose=False)
print(f"System level F1 score: {F1.mean():.3f}")
out = [P.tolist(), R.tolist(), F1.tolist()]
