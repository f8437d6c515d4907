//! The provenance of saved scores: model, layer and settings, as far as the file states them.

use std::fmt;

/// The name of the default program, which a signature does not contain.
const DEFAULT_PROGRAM: &str = "bert_score";

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
    /// What identifies the model's files: `bundled`, `revision=…` or `weights=…`.
    pub weights: Option<String>,
    /// The fingerprint of the IDF table.
    pub idf_table: Option<String>,
    /// The fingerprint of the baseline.
    pub baseline: Option<String>,
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
        let mut provenance = Self {
            model: Some(model.to_owned()),
            layer: Some(layer.parse().ok()?),
            idf: Some(idf),
            rescaling: Some(rescaling),
            program,
            ..Self::default()
        };
        let (_, identity) = tail.split_once('(').unwrap_or_default();
        let (identity, _) = identity.split_once(')').unwrap_or_default();
        for part in identity.split(',') {
            match part.split_once('=') {
                None if part == "bundled" => provenance.weights = Some(part.to_owned()),
                Some(("revision" | "weights", _)) => provenance.weights = Some(part.to_owned()),
                Some(("idf", table)) => provenance.idf_table = Some(table.to_owned()),
                Some(("baseline", row)) => provenance.baseline = Some(row.to_owned()),
                // Versions: each of them is meant to give the same numbers.
                _ => {}
            }
        }
        Some(provenance)
    }

    /// The provenance in a table, which has a layer and no signature.
    pub fn from_layer(layer: &str) -> Option<Self> {
        Some(Self {
            layer: Some(layer.trim().parse().ok()?),
            ..Self::default()
        })
    }

    /// What two scores were computed with differently, as the end of a sentence about both; `None` if they can be compared.
    /// A part that one of them does not state is not compared.
    pub fn difference(&self, other: &Self) -> Option<String> {
        // The same files may have several names, as a folder has on two machines.
        let has_same_weights = self.weights.is_some() && self.weights == other.weights;
        let first = usize::from(has_same_weights);
        for (part, other) in self.parts().iter().zip(other.parts()).skip(first) {
            if let [Some(one), Some(other)] = [&part.value, &other.value]
                && one != other
            {
                let Part {
                    differs, way_out, ..
                } = part;
                return Some(format!(
                    "{differs} ({one}, {other}); score them again {way_out}"
                ));
            }
        }
        None
    }

    /// The parts, the widest first: what differs in one of them need not be the same in the next.
    fn parts(&self) -> [Part; 9] {
        [
            Part {
                differs: "were scored with different models",
                way_out: "with the same --model",
                value: self.model.clone(),
            },
            Part {
                differs: "were scored with different weights of a model",
                way_out: "with the same files, or with --model NAME@REVISION",
                value: self.weights.clone(),
            },
            Part {
                differs: "were scored at different layers",
                way_out: "with the same --layer",
                value: self.layer.map(|layer| layer.to_string()),
            },
            Part {
                differs: "were scored as by different programs",
                way_out: "with the same --as and --long",
                value: self.stated_program().map(str::to_owned),
            },
            Part {
                differs: "were weighted differently",
                way_out: "with the same --idf",
                value: self.idf.map(|idf| idf_name(idf).to_owned()),
            },
            Part {
                differs: "were weighted with different IDF tables",
                way_out: "with the same table for --idf, or with --idf over the same references",
                value: self.idf_table.clone(),
            },
            Part {
                differs: "are on different scales",
                way_out: "all with --rescale, or none",
                value: self
                    .rescaling
                    .map(|rescaling| scale_name(rescaling).to_owned()),
            },
            Part {
                differs: "were rescaled with different baselines",
                way_out: "with the same --baseline",
                value: self.baseline.clone(),
            },
            Part {
                differs: "were rescaled with different baselines",
                way_out: "with the same --baseline",
                value: self.baseline_source().map(str::to_owned),
            },
        ]
    }

    /// [`Self::difference`] of scores with these signatures. Those that are not of the known form have to be equal.
    pub fn difference_of_signatures(one: &str, other: &str) -> Option<String> {
        if one == other {
            return None;
        }
        match (Self::from_signature(one), Self::from_signature(other)) {
            (Some(one), Some(other)) => one.difference(&other),
            _ => Some(format!(
                "have different signatures ({one}, {other}); score them again with the same settings"
            )),
        }
    }

    /// What scores depend on and a signature of `bert_score` or of other programs does not identify.
    pub fn unstated_parts(&self) -> Vec<&'static str> {
        let is_rescaled = self
            .rescaling
            .is_some_and(|rescaling| rescaling != Rescaling::Raw);
        let mut unstated = Vec::new();
        if self.weights.is_none() {
            unstated.push("weights");
        }
        if self.idf != Some(false) && self.idf_table.is_none() {
            unstated.push("IDF table");
        }
        if is_rescaled && self.baseline.is_none() {
            unstated.push("baseline");
        }
        unstated
    }

    /// The program, of scores whose settings are stated.
    fn stated_program(&self) -> Option<&'static str> {
        self.model.as_ref()?;
        Some(self.program.unwrap_or(DEFAULT_PROGRAM))
    }

    /// Whose baseline it is, of scores that do not identify it.
    fn baseline_source(&self) -> Option<&'static str> {
        match (&self.baseline, self.rescaling?) {
            (None, Rescaling::Published) => Some("published"),
            (None, Rescaling::Custom) => Some("custom"),
            _ => None,
        }
    }
}

/// Something that scores are computed with.
struct Part {
    /// The error about two scores that differ in it.
    differs: &'static str,
    /// How they are scored alike.
    way_out: &'static str,
    /// Its value, if it is stated.
    value: Option<String>,
}

fn idf_name(idf: bool) -> &'static str {
    if idf { "IDF" } else { "no IDF" }
}

fn scale_name(rescaling: Rescaling) -> &'static str {
    match rescaling {
        Rescaling::Raw => "raw",
        Rescaling::Published | Rescaling::Custom | Rescaling::Unspecified => "rescaled",
    }
}

impl fmt::Display for ScoreProvenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(layer) = self.layer {
            parts.push(format!("layer {layer}"));
        }
        if let Some(idf) = self.idf {
            parts.push(idf_name(idf).to_owned());
        }
        if let Some(rescaling) = self.rescaling {
            parts.push(scale_name(rescaling).to_owned());
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
        let identified = ScoreProvenance::from_signature(
            "m_L0_idf_version=0.3.12(bertscope=0.1.0,revision=1a2b3c4d,hug_trans=5,idf=1f0c8a2e,baseline=77aa0000)-rescaled",
        )
        .unwrap();
        assert_eq!(identified.unstated_parts(), [""; 0]);
        assert_eq!(identified.weights.as_deref(), Some("revision=1a2b3c4d"));
        assert_eq!(identified.idf_table.as_deref(), Some("1f0c8a2e"));
        assert_eq!(identified.baseline.as_deref(), Some("77aa0000"));
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

    #[test]
    fn a_difference_names_the_part_and_what_is_not_stated_is_none() {
        let [weights, idf, baseline] = ["weights=1a2b3c4d", "idf=1f0c8a2e", "baseline=77aa0000"];
        let signature = |model: &str, version: &str, identity: &[&str]| {
            let identity = identity.join(",");
            format!("{model}_L5_idf_version=0.3.12({version},{identity})-custom-rescaled")
        };
        let one = signature("m", "bertscope=0.1.0", &[weights, idf, baseline]);
        let difference = |other: &str| {
            ScoreProvenance::difference_of_signatures(&one, other).unwrap_or_default()
        };
        for (other, part) in [
            (
                signature("m", "bertscope=0.2.0", &[weights, idf, baseline]),
                "",
            ),
            (
                signature("/data/m", "bertscope=0.1.0", &[weights, idf, baseline]),
                "",
            ),
            (signature("m", "hug_trans=4.46.3", &[]), ""),
            (one.replace("-custom-rescaled", "-rescaled"), ""),
            (
                signature("n", "hug_trans=4.46.3", &[]),
                "different models (m, n)",
            ),
            (
                one.replace("1a2b3c4d", "0"),
                "different weights of a model (weights=1a2b3c4d, weights=0)",
            ),
            (one.replace("_L5", "_L6"), "at different layers (5, 6)"),
            (
                format!("{one}-windows"),
                "different programs (bert_score, bert_score+windows)",
            ),
            (
                one.replace("_idf", "_no-idf").replace("1f0c8a2e", "0"),
                "weighted differently (IDF, no IDF)",
            ),
            (
                one.replace("1f0c8a2e", "0"),
                "different IDF tables (1f0c8a2e, 0)",
            ),
            (
                one.replace("-custom-rescaled", ""),
                "on different scales (rescaled, raw)",
            ),
            (
                one.replace("77aa0000", "0"),
                "different baselines (77aa0000, 0); score them again with the same --baseline",
            ),
            ("s".to_owned(), "have different signatures (m_L5"),
        ] {
            let difference = difference(&other);
            assert!(
                difference.contains(part) && part.is_empty() == difference.is_empty(),
                "{difference}"
            );
        }
        let foreign =
            ScoreProvenance::from_signature("m_L5_idf_version=0.3.12(hug_trans=4)-rescaled");
        assert_eq!(
            foreign.unwrap().unstated_parts(),
            ["weights", "IDF table", "baseline"]
        );
        let published = "m_L5_no-idf_version=0.3.12(hug_trans=4.46.3)-rescaled";
        let custom = published.replace("-rescaled", "-custom-rescaled");
        let difference = ScoreProvenance::difference_of_signatures(published, &custom);
        assert!(
            difference
                .unwrap()
                .contains("different baselines (published, custom)")
        );
    }
}
