//! A form with files in it.

/// A form as a browser sends it: files, and other fields.
pub(crate) fn form(files: &[(&str, &str)], fields: &[(&str, &str)]) -> String {
    let mut body = String::new();
    for (name, content) in files {
        body += &format!(
            "--xyz\r\nContent-Disposition: form-data; name=\"files\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n{content}\r\n"
        );
    }
    for (name, value) in fields {
        body += &format!("--xyz\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    body + "--xyz--\r\n"
}

pub(crate) const KIND: (&str, &str) = ("content-type", "multipart/form-data; boundary=xyz");
