//! Pages, components and islands: a model in, HTML out.
