//! The zip archive that PyTorch writes since 1.6, in which every file is stored uncompressed.

use std::fs::File;
use std::io::BufReader;

use zip::read::{ArchiveOffset, Config};
use zip::{CompressionMethod, ZipArchive};

use super::machine::Problem;
use crate::weights::Region;

const TOO_SHORT: Problem = "is longer than its data";

/// The files of an archive by name.
pub struct Archive {
    bytes: Region,
    zip: ZipArchive<BufReader<File>>,
}

impl Archive {
    /// Reads the directory of a file with these bytes; `None` if it has none.
    pub fn read(file: File, bytes: Region) -> Option<Self> {
        // Nothing stands before the archive.
        let config = Config {
            archive_offset: ArchiveOffset::Known(0),
        };
        let zip = ZipArchive::with_config(config, BufReader::new(file)).ok()?;
        Some(Self { bytes, zip })
    }

    /// The folder, with its slash, in which there is a file with this name.
    pub fn folder_of(&self, name: &str) -> Option<String> {
        self.zip
            .file_names()
            .filter_map(|path| Some(path.ok()?.strip_suffix(name)?.to_owned()))
            .filter(|folder| folder.is_empty() || folder.ends_with('/'))
            .min()
    }

    /// The position of a file. Fails if there is no such file, it is compressed, or the archive ends before it does.
    pub fn region(&mut self, name: &str) -> Result<Region, Problem> {
        let index = self.zip.index_for_name(name);
        let index = index.ok_or("has no data in the archive")?;
        let entry = self.zip.by_index_raw(index).map_err(|_| TOO_SHORT)?;
        let is_stored = entry.compression() == CompressionMethod::Stored;
        if !is_stored || entry.size() != entry.compressed_size() {
            return Err("is compressed");
        }
        let start = entry.data_start().ok_or(TOO_SHORT)?;
        let end = start.checked_add(entry.size()).ok_or(TOO_SHORT)?;
        let part = self.bytes.slice(start as usize..end as usize);
        part.ok_or(TOO_SHORT)
    }
}
