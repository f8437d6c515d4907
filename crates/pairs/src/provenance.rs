//! The provenance of saved scores: model, layer and settings, as far as the file states them.

use std::fmt;

/// How scores were rescaled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rescaling {
    Raw,
    /// Rescaled with `bert_score`'s published baseline.
    Published,
    /// Rescaled with the model's own baseline, or one from a file.
    Custom,
    /// Rescaled, but the file does not say with which baseline.
    Unspecified,
}

/// The provenance of scores; a field is `None` if the file does not state it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScoreProvenance {
    /// The model, as in the signature.
    pub model: Option<String>,
    pub layer: Option<usize>,
    /// Whether IDF weights were on.
    pub idf: Option<bool>,
    pub rescaling: Option<Rescaling>,
    /// The name of the program, unless it is the default one.
    pub program: Option<&'static str>,
}

/// What a signature contains for each program besides the default one, and the program's name.
const PROGRAMS: [(&str, &str); 4] = [
    ("torchmetrics=", "torchmetrics"),
    ("hug_trans=5", "bert_score+transformers5"),
    ("_fast-", "bert_score+fast"),
    ("-windows", "bert_score+windows"),
];

impl ScoreProvenance {
    /// Parses a signature; `None` for anything else.
    pub fn from_signature(signature: &str) -> Option<Self> {
        // `MODEL_L17_no-idf_version=0.3.12(…)-rescaled`
        let (head, tail) = signature.rsplit_once("_version=")?;
        let (head, idf) = match head.strip_suffix("_no-idf") {
            Some(head) => (head, false),
            None => (head.strip_suffix("_idf")?, true),
        };
        let (model, layer) = head.rsplit_once("_L")?;
        let rescaling = if tail.contains("-custom-rescaled") {
            Rescaling::Custom
        } else if tail.contains("-rescaled") {
            Rescaling::Published
        } else {
            Rescaling::Raw
        };
        let program = PROGRAMS
            .into_iter()
            .find(|(sign, _)| tail.contains(sign))
            .map(|(_, name)| name);
        Some(Self {
            model: Some(model.to_owned()),
            layer: Some(layer.parse().ok()?),
            idf: Some(idf),
            rescaling: Some(rescaling),
            program,
        })
    }

    /// The provenance in a table, which has a layer and no signature.
    pub fn from_layer(layer: &str) -> Option<Self> {
        Some(Self {
            layer: Some(layer.trim().parse().ok()?),
            ..Self::default()
        })
    }
}

impl fmt::Display for ScoreProvenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(layer) = self.layer {
            parts.push(format!("layer {layer}"));
        }
        if let Some(idf) = self.idf {
            parts.push(if idf { "IDF" } else { "no IDF" }.to_owned());
        }
        if let Some(rescaling) = self.rescaling {
            let is_raw = rescaling == Rescaling::Raw;
            parts.push(if is_raw { "raw" } else { "rescaled" }.to_owned());
        }
        if let Some(program) = self.program {
            parts.push(format!("as {program}"));
        }
        parts.extend(self.model.clone());
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_says_model_layer_idf_and_rescaling_and_anything_else_is_none() {
        let said = |signature: &str| {
            ScoreProvenance::from_signature(signature).map(|provenance| provenance.to_string())
        };
        let tail = "version=0.3.12(bertscope=0.1.0)";
        for (head, end, words) in [
            (
                "roberta-large_L17_no-idf_",
                "",
                "layer 17, no IDF, raw, roberta-large",
            ),
            (
                "a/b_L2_c_L5_idf_",
                "-rescaled",
                "layer 5, IDF, rescaled, a/b_L2_c",
            ),
            (
                "m_L0_no-idf_",
                "-custom-rescaled",
                "layer 0, no IDF, rescaled, m",
            ),
        ] {
            assert_eq!(said(&format!("{head}{tail}{end}")).as_deref(), Some(words));
        }
        assert_eq!(
            said(
                "roberta-large_L17_no-idf_version=0.3.12(hug_trans=4.44.0)-rescaled_fast-tokenizer"
            )
            .as_deref(),
            Some("layer 17, no IDF, rescaled, as bert_score+fast, roberta-large")
        );
        assert_eq!(
            said(&format!("m_L0_no-idf_{tail}-windows")).as_deref(),
            Some("layer 0, no IDF, raw, as bert_score+windows, m")
        );
        for none in [
            "",
            "signature",
            "m_L_no-idf_version=1",
            "m_L5_version=1",
            "_L99999999999999999999999_idf_version=",
        ] {
            assert_eq!(said(none), None);
        }
    }
}
