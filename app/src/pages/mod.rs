//! Pages: each a function from a model to a view, and nothing else. What a visitor may do is in the model.
