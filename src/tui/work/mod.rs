//! What takes long, on threads that answer with messages: analyses, models, scores of a file, exports. It knows
//! neither drawing nor what a message changes.

pub mod export_threads;
pub mod lesson_checker;
pub mod model_registry;
pub mod opener;
pub mod pair_threads;
pub mod worker;
