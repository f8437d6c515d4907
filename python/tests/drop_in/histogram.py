import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from bert_score import score
P, R, F1 = score(cands, refs, model_type=MODEL, num_layers=LAYERS)
plt.hist(F1.numpy(), bins=20)
plt.xlabel("score")
out = F1.numpy().tolist()
