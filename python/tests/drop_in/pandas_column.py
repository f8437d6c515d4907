import pandas as pd
from bert_score import score
df = pd.DataFrame({"hyp": cands, "ref": refs})
df["f1"] = score(df.hyp.tolist(), df.ref.tolist(), model_type=MODEL, num_layers=LAYERS)[2].numpy()
out = df.sort_values("f1").f1.tolist()
