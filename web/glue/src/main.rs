//! Writes the JavaScript that loads a module, as `wasm-bindgen` would: `glue MODULE.wasm FOLDER`.
//!
//! A program of this workspace, so that Cargo.lock keeps its version equal to that of the library in the module.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let [_, module, folder] = &std::env::args().collect::<Vec<_>>()[..] else {
        eprintln!("usage: glue MODULE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .omit_default_module_path(true)
        .typescript(false);
    bindgen
        .remove_name_section(true)
        .remove_producers_section(true);
    match bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("glue: {module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
