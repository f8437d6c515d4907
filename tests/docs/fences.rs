//! The fenced blocks of a page, and what their first line asks for.
#![cfg_attr(not(unix), allow(dead_code, reason = "the commands run in bash"))]

/// A fenced block of a page.
#[derive(Debug, PartialEq)]
pub struct Block {
    /// What follows the opening fence, such as `console exit-2`.
    pub info: String,
    /// The line of its first line of content, from 1.
    pub line: usize,
    /// Its lines, without the indentation of the fence.
    pub lines: Vec<String>,
    /// The indentation of the fence.
    pub indent: usize,
}

/// What a test does with a block.
#[derive(Debug, PartialEq)]
pub enum Kind {
    /// Commands with their output; the last one ends with this exit code.
    Console { exit: i32 },
    /// Commands that succeed.
    Shell,
    /// Commands that open the inspector.
    Inspector,
    /// Commands for another program, which are not run.
    Outside,
    /// The content of a file in `examples/`.
    File(String),
    /// Anything else.
    Shown,
}

/// Languages of blocks that show something and run nothing.
const SHOWN: &str = "text json jsonl toml tsv csv python rust html yaml scala dockerfile bibtex js";

impl Block {
    /// What to do with the block.
    ///
    /// # Errors
    /// With a language or word that has no meaning here.
    pub fn kind(&self) -> Result<Kind, String> {
        let words: Vec<&str> = self.info.split_whitespace().collect();
        let is_shown = |language: &str| SHOWN.split(' ').any(|known| known == language);
        match words[..] {
            ["console"] => Ok(Kind::Console { exit: 0 }),
            ["console", exit]
                if exit
                    .strip_prefix("exit-")
                    .is_some_and(|code| code.parse::<u8>().is_ok()) =>
            {
                Ok(Kind::Console {
                    exit: exit["exit-".len()..].parse().unwrap(),
                })
            }
            ["sh"] => Ok(Kind::Shell),
            ["sh", "inspector"] => Ok(Kind::Inspector),
            ["sh", "outside"] => Ok(Kind::Outside),
            [language, file] if is_shown(language) && file.starts_with("file=") => {
                Ok(Kind::File(file["file=".len()..].to_owned()))
            }
            [language] if is_shown(language) => Ok(Kind::Shown),
            [] => Err("a fence without a language; for plain text, write ```text".to_owned()),
            _ => Err(format!(
                "a fence that says {:?}; known are console, console exit-N, sh, sh inspector, sh outside, \
                 {SHOWN}, and file=NAME after one of the latter",
                self.info
            )),
        }
    }
}

/// The fenced blocks of a page, in order.
pub fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // How many backticks close the block that is open.
    let mut open = None;
    for (i, line) in page.lines().enumerate() {
        // A fence may stand beside the mark of a list.
        let text = line.trim_start_matches(|c: char| {
            c.is_whitespace() || open.is_none() && "-*0123456789.".contains(c)
        });
        let ticks = text.len() - text.trim_start_matches('`').len();
        match open {
            None if ticks >= 3 && !text[ticks..].contains('`') => {
                let info = text[ticks..].trim().to_owned();
                blocks.push(Block {
                    info,
                    line: i + 2,
                    lines: Vec::new(),
                    indent: line.len() - text.len(),
                });
                open = Some(ticks);
            }
            None => {}
            Some(count) if ticks >= count && text[ticks..].trim().is_empty() => open = None,
            Some(_) => {
                let block = blocks.last_mut().unwrap();
                let indent = block.indent.min(line.len() - line.trim_start().len());
                block.lines.push(line[indent..].to_owned());
            }
        }
    }
    blocks
}

/// A page with its fenced blocks emptied, so that line numbers stay.
pub fn without_blocks(page: &str) -> String {
    let mut lines: Vec<&str> = page.lines().collect();
    for block in blocks(page) {
        let end = (block.line + block.lines.len()).min(lines.len());
        lines[block.line - 2..end].fill("");
    }
    lines.join("\n")
}

#[test]
fn a_block_in_a_list_loses_the_indentation_of_the_list() {
    let page = "1. ```console exit-2\n   $ false\n     far\n   ```\n\n````text\n```\n````\nend";
    let found = blocks(page);
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].line, found[0].kind()),
        (2, Ok(Kind::Console { exit: 2 }))
    );
    assert_eq!(found[0].lines, ["$ false", "  far"]);
    assert_eq!(
        (found[1].line, found[1].lines.join("|")),
        (7, "```".to_owned())
    );
    assert_eq!(
        without_blocks(page)
            .lines()
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>(),
        ["end"]
    );
    assert_eq!(without_blocks(page).lines().count(), page.lines().count());
}

#[test]
fn an_unknown_word_on_a_fence_is_refused() {
    let kind = |info: &str| {
        Block {
            info: info.to_owned(),
            line: 1,
            lines: Vec::new(),
            indent: 0,
        }
        .kind()
    };
    for info in [
        "",
        "bash",
        "shell",
        "sh quick",
        "console exit-",
        "console exit-x",
        "console sh",
        "sh exit-2",
    ] {
        assert!(kind(info).is_err(), "{info}");
    }
    assert_eq!(
        kind("toml file=lesson.toml"),
        Ok(Kind::File("lesson.toml".to_owned()))
    );
    assert_eq!(kind("json"), Ok(Kind::Shown));
}
