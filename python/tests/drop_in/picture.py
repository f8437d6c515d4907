import matplotlib
matplotlib.use("Agg")
from bert_score import plot_example
plot_example(cands[0], refs[0], model_type=MODEL, num_layers=LAYERS, fname="heatmap.png")
out = os.path.getsize("heatmap.png") > 1000
