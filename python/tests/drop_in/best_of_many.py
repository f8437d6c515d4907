from bert_score import score
P, R, F = score(cands * 2, refs + refs[::-1], model_type=MODEL, num_layers=LAYERS, batch_size=2)
best = F.argmax().item()
top = sorted(F.tolist(), reverse=True)[:2]
out = [best, [float(x) for x in top], F.max().item(), F[0].item() > .5]
