//! What is true without a machine: rules, scoring, calibration, ranking and formats.
