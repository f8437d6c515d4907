from bert_score import score
class Metric:
    def measure(self, output, expected):
        _, _, f1 = score([output], [expected], model_type=MODEL, num_layers=LAYERS)
        self.score = float(f1)
        return self.score > .5
metric = Metric()
metric.measure(cands[0], refs[0])
out = metric.score
