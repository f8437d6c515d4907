"""The folder of the metric that Hugging Face evaluate opens."""
