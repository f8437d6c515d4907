//! The inspector: as a function, as screens and styles, and as the real loop on a test backend.

mod commands;
mod components;
mod event_loop;
mod explain;
mod export;
mod guess;
mod judged_pairs;
mod keys;
mod lesson;
mod lesson_keys;
mod models;
mod mouse;
mod pairs;
mod parts;
mod projector;
mod random;
mod resume;
mod scenes;
mod screens;
mod steps;
mod styles;
mod support;
mod systems;
mod update;
mod walk;
mod without_colours;
