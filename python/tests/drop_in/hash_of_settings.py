import functools
import bert_score
get_hash = functools.partial(bert_score.utils.get_hash, use_fast_tokenizer=False)
code = get_hash(model=MODEL, num_layers=LAYERS, idf=False, rescale_with_baseline=False, use_custom_baseline=False)
out = [os.path.basename(MODEL) in code, f"_L{LAYERS}_no-idf" in code]
