from bert_score.utils import lang2model, model2layers
from bert_score import score
out = [lang2model["en"], lang2model["zh"], lang2model["xx"], model2layers["roberta-large"], model2layers["bert-base-uncased"],
       model2layers["microsoft/deberta-xlarge-mnli"], len(model2layers)]
