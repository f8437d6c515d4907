from bert_score import score
P, R, F = score(cands, refs, model_type=MODEL, num_layers=LAYERS, all_layers=True)
out = [F.shape[0], F.shape[1], F.mean(dim=1).tolist()]
