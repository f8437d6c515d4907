//! Known models: default layer, number of layers, size and correlation with human scores.
//!
//! `assets/models/README.md` gives the source of each number. Other models work as well.

use std::sync::LazyLock;

static TABLE: &str = include_str!("../../../assets/models/known.tsv");

static KNOWN: LazyLock<Vec<KnownModel>> =
    LazyLock::new(|| TABLE.lines().filter_map(KnownModel::parse).collect());

/// A known model. `None` means that no citable source has the value.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownModel {
    /// The name that `bert_score` uses, which is also its current or an earlier name on the hub.
    pub name: &'static str,
    /// Its current name on the hub, if different.
    pub aliases: Vec<&'static str>,
    /// The architecture, supported or not: `bert`, `roberta`, `deberta-v2`, `xlnet` and so on.
    pub family: &'static str,
    /// The layer that `bert_score` uses; `None` is the last one.
    pub default_layer: Option<usize>,
    /// Number of layers of the encoder.
    pub layers: Option<usize>,
    pub hidden: Option<u64>,
    /// Entries of the vocabulary.
    pub vocabulary: Option<u64>,
    /// Pearson correlation of F1 with human scores on WMT16, to English, as stated by `bert_score`.
    pub correlation: Option<f64>,
    /// Size of the published weights in bytes, to within 50 KB.
    pub bytes: Option<u64>,
}

impl KnownModel {
    /// A line of the table; `None` for a comment.
    fn parse(line: &'static str) -> Option<Self> {
        if line.starts_with('#') {
            return None;
        }
        let fields: Vec<&'static str> = line.split('\t').collect();
        let [
            name,
            aliases,
            family,
            default_layer,
            layers,
            hidden,
            vocabulary,
            correlation,
            bytes,
        ] = fields[..]
        else {
            return None;
        };
        // An empty field is a number that no source states, and does not parse.
        Some(Self {
            name,
            aliases: aliases
                .split(',')
                .filter(|alias| !alias.is_empty())
                .collect(),
            family,
            default_layer: default_layer.parse().ok(),
            layers: layers.parse().ok(),
            hidden: hidden.parse().ok(),
            vocabulary: vocabulary.parse().ok(),
            correlation: correlation.parse().ok(),
            bytes: bytes.parse().ok(),
        })
    }
}

/// All known models, in `bert_score`'s order.
pub fn all() -> &'static [KnownModel] {
    &KNOWN
}

/// The model with this name, either `bert_score`'s or the current one on the hub. Names are case-sensitive, as they are there.
pub fn find(name: &str) -> Option<&'static KnownModel> {
    all()
        .iter()
        .find(|known| known.name == name || known.aliases.contains(&name))
}

/// The model that `bert_score` uses for a language by default.
pub fn for_language(language: &str) -> &'static str {
    match language.to_lowercase().as_str() {
        "en" => "roberta-large",
        "en-sci" => "allenai/scibert_scivocab_uncased",
        "zh" => "bert-base-chinese",
        "tr" => "dbmdz/bert-base-turkish-cased",
        _ => "bert-base-multilingual-cased",
    }
}

/// The codes of ISO 639-1; then the other languages of multilingual BERT, and that of scientific texts.
const LANGUAGES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es \
    et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj \
    kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv \
    ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th \
    ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu \
    ast azb bar bpy ceb lmo min nds new pms pnb scn sco war en-sci";

/// Checks the code of a language, which may be followed by that of a region, such as `pt-br`. `bert_score` takes any other text
/// for a language of its multilingual model, so that a slip of the pen goes unseen.
///
/// # Errors
/// What to give instead: also of `zh-cn`, which `bert_score` does not take for `zh`.
pub fn check_language(code: &str) -> Result<(), String> {
    if is_listed(code) {
        return Ok(());
    }
    let Some((language, region)) = code.split_once('-') else {
        return Err(UNKNOWN_LANGUAGE.to_owned());
    };
    let is_region =
        (2..=4).contains(&region.len()) && region.bytes().all(|b| b.is_ascii_alphanumeric());
    if !is_region || !is_listed(language) {
        return Err(UNKNOWN_LANGUAGE.to_owned());
    }
    let [own, multilingual] = [language, code].map(for_language);
    if own != multilingual {
        return Err(format!(
            "bert_score scores {code} with {multilingual}, not as {language}; give {language} for {own}, or --model {multilingual}"
        ));
    }
    Ok(())
}

const UNKNOWN_LANGUAGE: &str = "unknown language; give a code of ISO 639-1, such as en, de or zh, or en-sci for scientific texts";

fn is_listed(code: &str) -> bool {
    let code = code.to_lowercase();
    LANGUAGES.split(' ').any(|known| known == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_code_in_any_case() {
        for code in ["en", "DE", "zh", "ceb", "en-sci", "sh"] {
            assert!(check_language(code).is_ok(), "{code}");
        }
        for code in ["", "xx", "english", "e", "en de", "xx-cn", "pt-", "pt-b r"] {
            assert_eq!(
                check_language(code),
                Err(UNKNOWN_LANGUAGE.to_owned()),
                "{code}"
            );
        }
        // bert_score's lang2model has none of them, so that all are its multilingual model.
        for code in ["pt-br", "sr-Latn", "es-419"] {
            assert!(check_language(code).is_ok(), "{code}");
        }
        let chinese = check_language("zh-cn").unwrap_err();
        assert!(
            chinese.contains(
                "with bert-base-multilingual-cased, not as zh; give zh for bert-base-chinese"
            ),
            "{chinese}"
        );
        let published = all()
            .iter()
            .flat_map(|known| crate::published::languages(known.name));
        for code in published {
            assert!(check_language(code).is_ok(), "{code}");
        }
    }

    #[test]
    fn every_line_has_nine_fields_that_fit_together_and_a_name_of_its_own() {
        for line in TABLE.lines().filter(|l| !l.starts_with('#')) {
            assert_eq!(line.split('\t').count(), 9, "{line}");
            let empty = line.split('\t').filter(|f| f.is_empty()).count();
            let known = KnownModel::parse(line).unwrap();
            let parsed = [
                known.default_layer.is_none(),
                known.layers.is_none(),
                known.hidden.is_none(),
                known.vocabulary.is_none(),
                known.bytes.is_none(),
            ];
            let missing = parsed.iter().filter(|p| **p).count()
                + usize::from(known.correlation.is_none())
                + usize::from(known.aliases.is_empty());
            assert_eq!(
                missing, empty,
                "a number that is there can be parsed: {line}"
            );
            if let (Some(layer), Some(layers)) = (known.default_layer, known.layers) {
                assert!(layer <= layers, "{line}");
            }
            assert!(
                known.correlation.is_none_or(|c| (0.0..1.0).contains(&c)),
                "{line}"
            );
        }
        let names = || {
            all()
                .iter()
                .flat_map(|k| k.aliases.iter().copied().chain([k.name]))
        };
        assert_eq!(all().len(), 143, "140 of bert_score and three more");
        assert!(names().all(|name| names().filter(|n| *n == name).count() == 1));
    }

    #[test]
    fn layers_and_correlations_are_those_of_bert_score() {
        let of = |name: &str| {
            let known = find(name).unwrap();
            (
                known.family,
                known.default_layer,
                known.layers,
                known.correlation,
            )
        };
        assert_eq!(
            of("roberta-large"),
            ("roberta", Some(17), Some(24), Some(0.738_597_472_078_153_4))
        );
        assert_eq!(
            of("microsoft/deberta-xlarge-mnli"),
            ("deberta", Some(40), Some(48), Some(0.778_060_092_933_321_3))
        );
        assert_eq!(of("bert-base-chinese"), ("bert", Some(8), Some(12), None));
        assert_eq!(of("amazon/bort").1, Some(0), "layer 0 is a layer");
        assert_eq!(
            of("sentence-transformers/all-MiniLM-L6-v2"),
            ("bert", None, Some(6), None)
        );
    }

    #[test]
    fn a_model_is_found_by_its_old_and_by_its_new_name() {
        assert_eq!(find("FacebookAI/roberta-large"), find("roberta-large"));
        assert_eq!(
            find("google-bert/bert-base-uncased"),
            find("bert-base-uncased")
        );
        assert_eq!(
            find("distilbert/distilroberta-base").unwrap().name,
            "distilroberta-base"
        );
        assert_eq!(find("Roberta-Large"), None);
        assert_eq!(find(""), None);
    }

    #[test]
    fn a_language_has_the_model_that_bert_score_takes_for_it() {
        assert_eq!(for_language("en"), "roberta-large");
        assert_eq!(for_language("EN"), "roberta-large");
        assert_eq!(for_language("de"), "bert-base-multilingual-cased");
        assert_eq!(for_language("any"), "bert-base-multilingual-cased");
        for language in ["en", "en-sci", "zh", "tr", "de"] {
            assert!(find(for_language(language)).is_some());
        }
    }

    #[test]
    fn the_table_is_what_the_generator_wrote() {
        use sha2::{Digest, Sha256};
        let sum = format!("{:x}", Sha256::digest(TABLE));
        assert!(
            include_str!("../../../assets/models/README.md").contains(&sum),
            "{sum} is not in the README"
        );
    }
}
