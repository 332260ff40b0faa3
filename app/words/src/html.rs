//! Text that is written into HTML by hand. Leptos escapes what its views show; Markdown, the verifier's module and textareas
//! are written without it.

use std::fmt;

/// Shows a text in HTML as it is, whatever signs it holds; in an attribute too.
pub struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.0.split_inclusive(['&', '<', '>', '"', '\'']) {
            let sign = match part.as_bytes().last() {
                Some(b'&') => "&amp;",
                Some(b'<') => "&lt;",
                Some(b'>') => "&gt;",
                Some(b'"') => "&quot;",
                Some(b'\'') => "&#39;",
                _ => "",
            };
            f.write_str(part.get(..part.len() - usize::from(!sign.is_empty())).unwrap_or(part))?;
            f.write_str(sign)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn no_text_is_markup() {
        let shown = Escaped(r#"<img src=x onerror="a()">&lt; 'é' 😀"#).to_string();
        assert_eq!(shown, "&lt;img src=x onerror=&quot;a()&quot;&gt;&amp;lt; &#39;é&#39; 😀");
        assert_eq!(Escaped("").to_string(), "");
        assert_eq!(Escaped("<<").to_string(), "&lt;&lt;");
    }
}
