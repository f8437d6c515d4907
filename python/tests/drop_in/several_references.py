import bert_score
multi = [[refs[0], refs[1]], [refs[1], "the sun is out"], [refs[2], cands[2]]]
P, R, F = bert_score.score(cands, multi, model_type=MODEL, num_layers=LAYERS)
out = [x.cpu().numpy().round(6).tolist() for x in (P, R, F)]
