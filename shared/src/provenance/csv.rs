//! CSV (RFC 4180) read strictly, for one file: the audit export.

/// The records of a file, the header among them. Lines end in CRLF or LF; the last may lack its end.
///
/// # Errors
/// The number of the record, from 1, and what is wrong with it.
pub(super) fn records(text: &str) -> Result<Vec<Vec<String>>, (usize, &'static str)> {
    let mut records = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut record = Vec::new();
        loop {
            let (field, after) = field(rest).map_err(|what| (records.len() + 1, what))?;
            record.push(field);
            if let Some(after) = after.strip_prefix(',') {
                rest = after;
                continue;
            }
            rest = match after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n')) {
                Some(next) => next,
                None if after.is_empty() => after,
                None => return Err((records.len() + 1, "something follows a closing quote")),
            };
            break;
        }
        records.push(record);
    }
    Ok(records)
}

/// The next field, and what follows it.
fn field(text: &str) -> Result<(String, &str), &'static str> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', '\n']).unwrap_or(text.len());
        let end = if text[..end].ends_with('\r') && text[end..].starts_with('\n') { end - 1 } else { end };
        let (field, after) = text.split_at(end);
        if field.contains('"') {
            return Err("a quote stands inside a field without quotes");
        }
        return Ok((field.to_owned(), after));
    };
    let mut field = String::new();
    let mut rest = quoted;
    loop {
        let Some((before, after)) = rest.split_once('"') else { return Err("a quoted field does not end") };
        field.push_str(before);
        match after.strip_prefix('"') {
            Some(after) => {
                field.push('"');
                rest = after;
            }
            None => return Ok((field, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_export_writes_is_read_back() {
        let cells = [["a", "say \"hi\", you"], ["two\r\nlines", ""], ["", "'=1"], ["\"", "ü"]];
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        for row in cells {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(records(&text).unwrap(), cells);
        assert_eq!(records(text.trim_end()).unwrap(), cells, "the last line may lack its end");
    }

    #[test]
    fn what_is_no_csv_is_named_by_its_record() {
        for (bad, at) in [("a\r\n\"b", 2), ("a\r\nb\"c\r\n", 2), ("\"a\"b\r\n", 1)] {
            assert_eq!(records(bad).unwrap_err().0, at, "{bad}");
        }
        assert_eq!(records("").unwrap(), Vec::<Vec<String>>::new());
        assert_eq!(records("a,\n").unwrap(), [["a", ""]]);
    }
}
